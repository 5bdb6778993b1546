// Tells the thread sanitizer when Swift's `Mutex` is locked and unlocked by its slow path, which is in a library that is not
// built with the sanitizer. The fast path is inlined in our code, where the sanitizer sees its atomic operations.
// Scripts/test-tsan.sh preloads this. The functions get the address of the lock in the register of `self`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Weak, because the programs that start the tests are preloaded as well.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void (*lock_function)(uint32_t thread, SELF void *lock);
typedef SWIFT void (*unlock_function)(SELF void *lock);

SWIFT void lock_slow(uint32_t thread, SELF void *lock) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void unlock_slow(SELF void *lock) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

static lock_function real_lock;
static unlock_function real_unlock;

__attribute__((constructor)) static void find_functions(void) {
    real_lock = (lock_function)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    real_unlock = (unlock_function)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
}

SWIFT void lock_slow(uint32_t thread, SELF void *lock) {
    real_lock(thread, lock);
    if (__tsan_acquire) __tsan_acquire(lock);
}

SWIFT void unlock_slow(SELF void *lock) {
    if (__tsan_release) __tsan_release(lock);
    real_unlock(lock);
}
