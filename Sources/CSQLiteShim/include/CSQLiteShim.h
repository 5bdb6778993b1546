#ifndef CSQLITESHIM_H
#define CSQLITESHIM_H

#include <stdbool.h>

/// Lets SQLite allocate memory without counting it. Counting takes a tenth of the time of filling a market, and all threads share its
/// lock. Nothing here asks for the counts. Call it before any thread uses SQLite; later it changes nothing.
void market_sqlite_counts_no_memory(void);

/// Lets threads read databases only as far as that needs no disk. It changes nothing for threads that don't ask for it.
/// Call it once, before threads do.
///
/// @param path The path of a database. The file itself isn't opened; one beside it is, which is gone at once.
/// @return Whether the kernel and the file system can do this.
bool market_cached_reads_start(const char *path);

/// From here until `market_cached_reads_end`, a read of this thread that would wait for the disk fails: SQLite returns
/// SQLITE_IOERR_READ, and the statement can be executed again.
void market_cached_reads_begin(void);

void market_cached_reads_end(void);

#endif
