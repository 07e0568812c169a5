/* speakeasy.h: libspeakeasy, all of it. Every header below is a manual of its own; docs/library.md is the
 * guided tour, and examples/embed.c a program to begin with.
 *
 *     cc embed.c $(pkg-config --cflags --libs speakeasy)
 *
 *     games/registry.h   which games there are
 *     engine/box.h       a game set up for one table: seats, options, edition
 *     engine/game.h      what a game is: states, moves, chance, views; for those who search or write one
 *     engine/match.h     one game being played: turns, log, undo, talk
 *     engine/record.h    a match as a text file
 *     engine/clock.h     how long each player may think
 *     ai/bot.h           computer players
 *     ai/search.h        the search they think with
 *     ai/analysis.h      what every move of a finished game cost, and what chance did (ai/luck.h)
 *     ai/env.h           many games stepped together, with observations: for programs that learn
 *
 * No function here knows a clock, a file, a thread or a global: the caller brings them. What is const may be
 * shared between threads; everything else belongs to one thread at a time. */
#ifndef SPEAKEASY_H
#define SPEAKEASY_H

#ifdef __cplusplus
#error "libspeakeasy is for C: wrap it in a C file, or use its Python package"
#endif

#include "ai/analysis.h"
#include "ai/bot.h"
#include "ai/env.h"
#include "ai/luck.h"
#include "ai/search.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/phrase.h"
#include "base/rng.h"
#include "base/str.h"
#include "engine/box.h"
#include "engine/clock.h"
#include "engine/edition.h"
#include "engine/game.h"
#include "engine/ledger.h"
#include "engine/match.h"
#include "engine/record.h"
#include "engine/seat.h"
#include "games/registry.h"

#endif
