/* libnats.h: NATS' library, loaded when a bus on NATS is first opened: as store/libpq.h does with PostgreSQL's.
 *
 *     if (srv_libnats_load(&why) != SPK_OK) ...      libnats.so.3.x is not there
 *     natsMsg_Destroy(msg);                          from here on as ever */
#ifndef SRV_BUS_LIBNATS_H
#define SRV_BUS_LIBNATS_H

#include <nats/nats.h>

#include "base/err.h"

/* Those we use. */
#define SRV_LIBNATS_FUNCTIONS(F)                                                                   \
    F(natsConnection_Buffered)                                                                     \
    F(natsConnection_Close)                                                                        \
    F(natsConnection_Connect)                                                                      \
    F(natsConnection_Destroy)                                                                      \
    F(natsConnection_FlushTimeout)                                                                 \
    F(natsConnection_GetLastError)                                                                 \
    F(natsConnection_ProcessReadEvent)                                                             \
    F(natsConnection_ProcessWriteEvent)                                                            \
    F(natsConnection_Publish)                                                                      \
    F(natsConnection_PublishRequest)                                                               \
    F(natsConnection_QueueSubscribe)                                                               \
    F(natsConnection_QueueSubscribeSync)                                                           \
    F(natsConnection_Subscribe)                                                                    \
    F(natsConnection_SubscribeSync)                                                                \
    F(natsMsg_Destroy)                                                                             \
    F(natsMsg_GetData)                                                                             \
    F(natsMsg_GetDataLength)                                                                       \
    F(natsMsg_GetReply)                                                                            \
    F(natsMsg_GetSubject)                                                                          \
    F(natsMsg_IsNoResponders)                                                                      \
    F(natsOptions_Create)                                                                          \
    F(natsOptions_Destroy)                                                                         \
    F(natsOptions_LoadCATrustedCertificates)                                                       \
    F(natsOptions_LoadCertificatesChain)                                                           \
    F(natsOptions_SetClosedCB)                                                                     \
    F(natsOptions_SetDisconnectedCB)                                                               \
    F(natsOptions_SetErrorHandler)                                                                 \
    F(natsOptions_SetEventLoop)                                                                    \
    F(natsOptions_SetMaxPingsOut)                                                                  \
    F(natsOptions_SetMaxReconnect)                                                                 \
    F(natsOptions_SetName)                                                                         \
    F(natsOptions_SetPingInterval)                                                                 \
    F(natsOptions_SetReconnectBufSize)                                                             \
    F(natsOptions_SetReconnectJitter)                                                              \
    F(natsOptions_SetReconnectWait)                                                                \
    F(natsOptions_SetReconnectedCB)                                                                \
    F(natsOptions_SetSecure)                                                                       \
    F(natsOptions_SetSendAsap)                                                                     \
    F(natsOptions_SetServers)                                                                      \
    F(natsOptions_SetTimeout)                                                                      \
    F(natsOptions_SetUserCredentialsFromFiles)                                                     \
    F(natsOptions_SetUserInfo)                                                                     \
    F(natsOptions_SetWriteDeadline)                                                                \
    F(natsOptions_UseGlobalMessageDelivery)                                                        \
    F(natsStatus_GetText)                                                                          \
    F(natsSubscription_Destroy)                                                                    \
    F(natsSubscription_GetPending)                                                                 \
    F(natsSubscription_NextMsg)                                                                    \
    F(natsSubscription_SetOnCompleteCB)                                                            \
    F(natsSubscription_Unsubscribe)                                                                \
    F(nats_GetLastError)

typedef struct srv_libnats_functions {
#define F(name) __typeof__(name) *name;
    SRV_LIBNATS_FUNCTIONS(F)
#undef F
} srv_libnats_functions;

extern srv_libnats_functions srv_libnats;

/* Once is enough; before other threads use it. */
spk_err srv_libnats_load(spk_why *why);

#ifndef SRV_LIBNATS_ITSELF
#define natsConnection_Buffered                 srv_libnats.natsConnection_Buffered
#define natsConnection_Close                    srv_libnats.natsConnection_Close
#define natsConnection_Connect                  srv_libnats.natsConnection_Connect
#define natsConnection_Destroy                  srv_libnats.natsConnection_Destroy
#define natsConnection_FlushTimeout             srv_libnats.natsConnection_FlushTimeout
#define natsConnection_GetLastError             srv_libnats.natsConnection_GetLastError
#define natsConnection_ProcessReadEvent         srv_libnats.natsConnection_ProcessReadEvent
#define natsConnection_ProcessWriteEvent        srv_libnats.natsConnection_ProcessWriteEvent
#define natsConnection_Publish                  srv_libnats.natsConnection_Publish
#define natsConnection_PublishRequest           srv_libnats.natsConnection_PublishRequest
#define natsConnection_QueueSubscribe           srv_libnats.natsConnection_QueueSubscribe
#define natsConnection_QueueSubscribeSync       srv_libnats.natsConnection_QueueSubscribeSync
#define natsConnection_Subscribe                srv_libnats.natsConnection_Subscribe
#define natsConnection_SubscribeSync            srv_libnats.natsConnection_SubscribeSync
#define natsMsg_Destroy                         srv_libnats.natsMsg_Destroy
#define natsMsg_GetData                         srv_libnats.natsMsg_GetData
#define natsMsg_GetDataLength                   srv_libnats.natsMsg_GetDataLength
#define natsMsg_GetReply                        srv_libnats.natsMsg_GetReply
#define natsMsg_GetSubject                      srv_libnats.natsMsg_GetSubject
#define natsMsg_IsNoResponders                  srv_libnats.natsMsg_IsNoResponders
#define natsOptions_Create                      srv_libnats.natsOptions_Create
#define natsOptions_Destroy                     srv_libnats.natsOptions_Destroy
#define natsOptions_LoadCATrustedCertificates   srv_libnats.natsOptions_LoadCATrustedCertificates
#define natsOptions_LoadCertificatesChain       srv_libnats.natsOptions_LoadCertificatesChain
#define natsOptions_SetClosedCB                 srv_libnats.natsOptions_SetClosedCB
#define natsOptions_SetDisconnectedCB           srv_libnats.natsOptions_SetDisconnectedCB
#define natsOptions_SetErrorHandler             srv_libnats.natsOptions_SetErrorHandler
#define natsOptions_SetEventLoop                srv_libnats.natsOptions_SetEventLoop
#define natsOptions_SetMaxPingsOut              srv_libnats.natsOptions_SetMaxPingsOut
#define natsOptions_SetMaxReconnect             srv_libnats.natsOptions_SetMaxReconnect
#define natsOptions_SetName                     srv_libnats.natsOptions_SetName
#define natsOptions_SetPingInterval             srv_libnats.natsOptions_SetPingInterval
#define natsOptions_SetReconnectBufSize         srv_libnats.natsOptions_SetReconnectBufSize
#define natsOptions_SetReconnectJitter          srv_libnats.natsOptions_SetReconnectJitter
#define natsOptions_SetReconnectWait            srv_libnats.natsOptions_SetReconnectWait
#define natsOptions_SetReconnectedCB            srv_libnats.natsOptions_SetReconnectedCB
#define natsOptions_SetSecure                   srv_libnats.natsOptions_SetSecure
#define natsOptions_SetSendAsap                 srv_libnats.natsOptions_SetSendAsap
#define natsOptions_SetServers                  srv_libnats.natsOptions_SetServers
#define natsOptions_SetTimeout                  srv_libnats.natsOptions_SetTimeout
#define natsOptions_SetUserCredentialsFromFiles srv_libnats.natsOptions_SetUserCredentialsFromFiles
#define natsOptions_SetUserInfo                 srv_libnats.natsOptions_SetUserInfo
#define natsOptions_SetWriteDeadline            srv_libnats.natsOptions_SetWriteDeadline
#define natsOptions_UseGlobalMessageDelivery    srv_libnats.natsOptions_UseGlobalMessageDelivery
#define natsStatus_GetText                      srv_libnats.natsStatus_GetText
#define natsSubscription_Destroy                srv_libnats.natsSubscription_Destroy
#define natsSubscription_GetPending             srv_libnats.natsSubscription_GetPending
#define natsSubscription_NextMsg                srv_libnats.natsSubscription_NextMsg
#define natsSubscription_SetOnCompleteCB        srv_libnats.natsSubscription_SetOnCompleteCB
#define natsSubscription_Unsubscribe            srv_libnats.natsSubscription_Unsubscribe
#define nats_GetLastError                       srv_libnats.nats_GetLastError
#endif

#endif
