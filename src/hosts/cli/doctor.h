/* doctor.h: `speakeasy doctor`: what is wrong with an installation or a house, and how to mend it.
 *
 * doctor.c reads the settings, runs the checks of doctor.def and prints; doctor_program.c looks at the program and what came
 * with it, doctor_store.c at what a house keeps, doctor_net.c at how guests reach it. A check reports as many findings as it
 * has, each with one line of what and, unless all is well, one of what to do:
 *
 *     if (free < LEAST)
 *         return doctor_find(d, DOCTOR_WRONG, "%s has %s left", place, size),
 *                doctor_mend(d, "make room, or move 'data' to another disk");
 *     doctor_fine(d, "%s free", size);
 *
 * No check changes anything, and none waits for long. Messages are for operators, in English. */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

#include "base/json.h"
#include "hosts/server/ops/ops.h"

typedef enum doctor_state {
    DOCTOR_FINE,
    DOCTOR_ODD,   /* works, but somebody should know */
    DOCTOR_WRONG, /* does not work, or will not for long */
    DOCTOR_STATE_COUNT
} doctor_state;

typedef struct doctor {
    const srv_config *config; /* NULL: the settings cannot be read */
    const char *check;        /* the one that runs */
    int n[DOCTOR_STATE_COUNT];
    bool verbose;   /* says what is well, too */
    spk_json *json; /* NULL: lines for people */
    doctor_state state;
    char what[400]; /* waits for doctor_mend */
} doctor;

void doctor_fine(doctor *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The two lines of a finding, one after the other. */
void doctor_find(doctor *d, doctor_state state, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void doctor_mend(doctor *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define CHECK(name) void doctor_##name(doctor *d);
#define HOUSE(name) CHECK(name)
#include "hosts/cli/doctor.def"
#undef CHECK
#undef HOUSE

#endif
