#ifndef CWORKERPROCESS_FILTER_H
#define CWORKERPROCESS_FILTER_H

// Restricts all threads of this process to the system calls that a worker needs. Returns 0 or an error number.
int market_worker_filter_calls(void);

#endif
