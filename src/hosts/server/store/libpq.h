/* libpq.h: PostgreSQL's library, loaded when a store is first opened in a database. A program that were linked with it
 * would load it and twenty others at every start, for 4 MB and 4 ms, whether there is a database or not.
 *
 *     if (srv_libpq_load(&why) != SPK_OK) ...        libpq.so.5 is not there
 *     PQclear(rows);                                 from here on as ever */
#ifndef SRV_STORE_LIBPQ_H
#define SRV_STORE_LIBPQ_H

#include <libpq-fe.h>

#include "base/err.h"

/* Those we use. */
#define SRV_LIBPQ_FUNCTIONS(F)                                                                     \
    F(PQclear)                                                                                     \
    F(PQconnectdbParams)                                                                           \
    F(PQconninfoFree)                                                                              \
    F(PQconninfoParse)                                                                             \
    F(PQconsumeInput)                                                                              \
    F(PQenterPipelineMode)                                                                         \
    F(PQerrorMessage)                                                                              \
    F(PQexitPipelineMode)                                                                          \
    F(PQfinish)                                                                                    \
    F(PQflush)                                                                                     \
    F(PQgetResult)                                                                                 \
    F(PQgetisnull)                                                                                 \
    F(PQgetlength)                                                                                 \
    F(PQgetvalue)                                                                                  \
    F(PQisBusy)                                                                                    \
    F(PQntuples)                                                                                   \
    F(PQparameterStatus)                                                                           \
    F(PQpipelineStatus)                                                                            \
    F(PQpipelineSync)                                                                              \
    F(PQresultErrorField)                                                                          \
    F(PQresultErrorMessage)                                                                        \
    F(PQresultStatus)                                                                              \
    F(PQsendFlushRequest)                                                                          \
    F(PQsendPrepare)                                                                               \
    F(PQsendQuery)                                                                                 \
    F(PQsendQueryParams)                                                                           \
    F(PQsendQueryPrepared)                                                                         \
    F(PQserverVersion)                                                                             \
    F(PQsetNoticeProcessor)                                                                        \
    F(PQsetSingleRowMode)                                                                          \
    F(PQsetnonblocking)                                                                            \
    F(PQsocket)                                                                                    \
    F(PQstatus)

typedef struct srv_libpq_functions {
#define F(name) __typeof__(name) *name;
    SRV_LIBPQ_FUNCTIONS(F)
#undef F
} srv_libpq_functions;

extern srv_libpq_functions srv_libpq;

/* Once is enough; before other threads use it. */
spk_err srv_libpq_load(spk_why *why);

#ifndef SRV_LIBPQ_ITSELF
#define PQclear              srv_libpq.PQclear
#define PQconnectdbParams    srv_libpq.PQconnectdbParams
#define PQconninfoFree       srv_libpq.PQconninfoFree
#define PQconninfoParse      srv_libpq.PQconninfoParse
#define PQconsumeInput       srv_libpq.PQconsumeInput
#define PQenterPipelineMode  srv_libpq.PQenterPipelineMode
#define PQerrorMessage       srv_libpq.PQerrorMessage
#define PQexitPipelineMode   srv_libpq.PQexitPipelineMode
#define PQfinish             srv_libpq.PQfinish
#define PQflush              srv_libpq.PQflush
#define PQgetResult          srv_libpq.PQgetResult
#define PQgetisnull          srv_libpq.PQgetisnull
#define PQgetlength          srv_libpq.PQgetlength
#define PQgetvalue           srv_libpq.PQgetvalue
#define PQisBusy             srv_libpq.PQisBusy
#define PQntuples            srv_libpq.PQntuples
#define PQparameterStatus    srv_libpq.PQparameterStatus
#define PQpipelineStatus     srv_libpq.PQpipelineStatus
#define PQpipelineSync       srv_libpq.PQpipelineSync
#define PQresultErrorField   srv_libpq.PQresultErrorField
#define PQresultErrorMessage srv_libpq.PQresultErrorMessage
#define PQresultStatus       srv_libpq.PQresultStatus
#define PQsendFlushRequest   srv_libpq.PQsendFlushRequest
#define PQsendPrepare        srv_libpq.PQsendPrepare
#define PQsendQuery          srv_libpq.PQsendQuery
#define PQsendQueryParams    srv_libpq.PQsendQueryParams
#define PQsendQueryPrepared  srv_libpq.PQsendQueryPrepared
#define PQserverVersion      srv_libpq.PQserverVersion
#define PQsetNoticeProcessor srv_libpq.PQsetNoticeProcessor
#define PQsetSingleRowMode   srv_libpq.PQsetSingleRowMode
#define PQsetnonblocking     srv_libpq.PQsetnonblocking
#define PQsocket             srv_libpq.PQsocket
#define PQstatus             srv_libpq.PQstatus
#endif

#endif
