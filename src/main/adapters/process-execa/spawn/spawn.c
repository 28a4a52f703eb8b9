/*
 * Starts programs for a process with much memory. A fork copies its page tables and makes every page that it writes afterwards
 * fault, which costs 10 to 40 ms; here the child borrows the memory until it is another program (CLONE_VM and CLONE_VFORK), as
 * posix_spawn(3) does. A module of Node's (Node-API) without a C library of its own.
 *
 *   start(words, counts, descriptors, ended)   starts a program; its number, or the negative number of an error
 *   hold(pid, keep)                            whether it keeps the process alive; it does from the start
 *   pair(), pipe()                             two ends of a new socket, or of a pipe (what is read first), both closed on exec
 *   closes                                     whether a program gets no descriptors but those that it is given
 *
 * `words` has texts in UTF-8, a NUL behind each: the folder that it runs in, the paths that are tried one after another, its
 * arguments from its name on, its environment. `counts` says how many of the latter three. `descriptors` are, by the number that the
 * program gets them under, those of this process; -1: nothing, of the first three /dev/null. `ended` is told how it ended, as
 * waitpid(2) has it. It leads a session of its own, with every signal as the system has it.
 *
 * Built by scripts/build-stages.mjs, whose output is spawn-program.ts.
 */
#define MODULE
#include <node_api.h>
#include "../../sandbox-linux/confine/system-call.h"

#if defined(__x86_64__)
enum { CLOSE = 3, DUP3 = 292, EXECVE = 59, EXIT = 60, FCNTL = 72, OPENAT = 257, CHDIR = 80, SETSID = 112, SIGACTION = 13, SIGPROCMASK = 14, SOCKETPAIR = 53, PIPE2 = 293, WAIT4 = 61, KILL = 62, MMAP = 9, MUNMAP = 11 };
#elif defined(__aarch64__)
enum { CLOSE = 57, DUP3 = 24, EXECVE = 221, EXIT = 93, FCNTL = 25, OPENAT = 56, CHDIR = 49, SETSID = 157, SIGACTION = 134, SIGPROCMASK = 135, SOCKETPAIR = 199, PIPE2 = 59, WAIT4 = 260, KILL = 129, MMAP = 222, MUNMAP = 215 };
#endif
/* Of both processors; closed when it becomes another program. */
enum { CLOSE_RANGE = 436, LATER = 4 };
enum { CLOSE_ON_EXEC = 02000000, DUP_CLOSE_ON_EXEC = 1030, CURRENT_FOLDER = -100, READ_WRITE = 2, LAST_SIGNAL = 64 };
enum { NO_ENTRY = 2, AGAIN = 11, NO_MEMORY = 12, DENIED = 13, NOT_A_FOLDER = 20, INVALID = 22, NO_FORMAT = 8 };
/* CLONE_VM, CLONE_PIDFD and CLONE_VFORK; the end is told by SIGCHLD. */
enum { BORROWED = 0x100 | 0x1000 | 0x4000, END_SIGNAL = 17, STACK = 65536 };
/* An end that somebody else was told: exit code 255. */
enum { UNKNOWN = 0xff00, KILLED = 9 };

/* Of libuv, which every host of Node-API has; its header would need a C library's. */
typedef struct uv_poll_s uv_poll_t;
enum { UV_POLL = 8, UV_READABLE = 1 };
size_t uv_handle_size(int kind);
int uv_poll_init(struct uv_loop_s *loop, uv_poll_t *handle, int fd);
int uv_poll_start(uv_poll_t *handle, int events, void (*run)(uv_poll_t *, int, int));
int uv_poll_stop(uv_poll_t *handle);
void uv_close(uv_poll_t *handle, void (*closed)(uv_poll_t *));
void uv_ref(uv_poll_t *handle);
void uv_unref(uv_poll_t *handle);
void uv_handle_set_data(uv_poll_t *handle, void *data);
void *uv_handle_get_data(const uv_poll_t *handle);

struct wish {
    const char *folder;
    const char **paths;
    const char **args;
    const char **env;
    const int *descriptors;
    int descriptor_count;
    volatile int error;
};

struct running {
    struct running *next;
    napi_env env;
    napi_ref ended;
    napi_async_context context;
    uv_poll_t *watch;
    int pid;
    int pidfd;
};

static struct running *all;

static __attribute__((noreturn)) void leave(struct wish *wish, long error)
{
    wish->error = (int)-error;
    for (;;) call(EXIT, 127, 0, 0, 0, 0, 0);
}

/* The memory is the parent's, which waits: nothing of it is changed but this stack and the error. */
static __attribute__((noreturn)) void child(struct wish *wish)
{
    /* As the kernel has it: what to do, flags, what restores, a mask. */
    u64 as_usual[4] = {0, 0, 0, 0};
    u64 none = 0;
    long last = wish->descriptor_count, denied = 0, error;
    for (int signal = 1; signal <= LAST_SIGNAL; signal++) call(SIGACTION, signal, (long)as_usual, 0, 8, 0, 0);
    call(SETSID, 0, 0, 0, 0, 0, 0);
    int lifted[last > 0 ? last : 1];
    for (long at = 0; at < last; at++) {
        lifted[at] = -1;
        if (wish->descriptors[at] >= 0) {
            error = call(FCNTL, wish->descriptors[at], DUP_CLOSE_ON_EXEC, last, 0, 0, 0);
            if (error < 0) leave(wish, error);
            lifted[at] = (int)error;
        } else if (at < 3) {
            error = call(OPENAT, CURRENT_FOLDER, (long)"/dev/null", (at ? READ_WRITE : 0) | CLOSE_ON_EXEC, 0, 0, 0);
            if (error < 0) leave(wish, error);
            lifted[at] = (int)call(FCNTL, error, DUP_CLOSE_ON_EXEC, last, 0, 0, 0);
            if (error >= last) call(CLOSE, error, 0, 0, 0, 0, 0);
        }
    }
    for (long at = 0; at < last; at++)
        if (lifted[at] >= 0 && (error = call(DUP3, lifted[at], at, 0, 0, 0, 0)) < 0) leave(wish, error);
    for (long at = 3; at < last; at++)
        if (lifted[at] < 0) call(CLOSE, at, 0, 0, 0, 0, 0);
    /* What this process was started with, or a library of its opened, is nobody else's. */
    call(CLOSE_RANGE, last > 3 ? last : 3, ~0U, LATER, 0, 0, 0);
    if ((error = call(CHDIR, (long)wish->folder, 0, 0, 0, 0, 0)) < 0) leave(wish, error);
    call(SIGPROCMASK, 2, (long)&none, 0, 8, 0, 0);
    error = -NO_ENTRY;
    for (const char **path = wish->paths; *path; path++) {
        error = call(EXECVE, (long)*path, (long)wish->args, (long)wish->env, 0, 0, 0);
        if (error == -NO_FORMAT) {
            /* A script that does not say for whom is the shell's; its words have room for two more in front. */
            const char **words = wish->args - 1;
            words[0] = "/bin/sh", words[1] = *path;
            error = call(EXECVE, (long)words[0], (long)words, (long)wish->env, 0, 0, 0);
        }
        if (error == -DENIED) denied = error;
        else if (error != -NO_ENTRY && error != -NOT_A_FOLDER) break;
    }
    leave(wish, denied && (error == -NO_ENTRY || error == -NOT_A_FOLDER) ? denied : error);
}

/* Begins the child on a stack of its own; the number of the process, or an error. */
static long borrow(void *top, int *pidfd, struct wish *wish)
{
    void **stack = top;
    *--stack = wish;
    *--stack = (void *)child;
#if defined(__x86_64__)
    long result;
    register long fourth __asm__("r10") = 0;
    register long fifth __asm__("r8") = 0;
    __asm__ volatile("syscall\n\t"
                     "test %%rax, %%rax\n\t"
                     "jnz 1f\n\t"
                     "xor %%ebp, %%ebp\n\t"
                     "pop %%rax\n\t"
                     "pop %%rdi\n\t"
                     "call *%%rax\n\t"
                     "hlt\n"
                     "1:"
                     : "=a"(result)
                     : "a"(56L), "D"((long)(BORROWED | END_SIGNAL)), "S"(stack), "d"(pidfd), "r"(fourth), "r"(fifth)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = 220;
    register long x0 __asm__("x0") = BORROWED | END_SIGNAL;
    register void *x1 __asm__("x1") = stack;
    register int *x2 __asm__("x2") = pidfd;
    register long x3 __asm__("x3") = 0;
    register long x4 __asm__("x4") = 0;
    __asm__ volatile("svc #0\n\t"
                     "cbnz x0, 1f\n\t"
                     "mov x29, xzr\n\t"
                     "ldp x9, x0, [sp], #16\n\t"
                     "blr x9\n\t"
                     "brk #0\n"
                     "1:"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4)
                     : "x9", "memory");
    return x0;
#endif
}

static void *room(u64 bytes)
{
    long at = call(MMAP, 0, (long)bytes, 3, 0x22, -1, 0);
    return at < 0 && at > -4096 ? 0 : (void *)at;
}

static void closed(uv_poll_t *handle)
{
    struct running *running = uv_handle_get_data(handle);
    u64 size = uv_handle_size(UV_POLL);
    call(CLOSE, running->pidfd, 0, 0, 0, 0, 0);
    call(MUNMAP, (long)running->watch, (long)size, 0, 0, 0, 0);
    call(MUNMAP, (long)running, sizeof *running, 0, 0, 0, 0);
}

static void over(uv_poll_t *watch, int status, int events)
{
    struct running *running = uv_handle_get_data(watch);
    int how = 0;
    (void)status, (void)events;
    long waited = call(WAIT4, running->pid, (long)&how, 1, 0, 0, 0);
    if (waited == 0) return;
    if (waited < 0) how = UNKNOWN;
    for (struct running **at = &all; *at; at = &(*at)->next)
        if (*at == running) {
            *at = running->next;
            break;
        }
    uv_poll_stop(watch);
    napi_handle_scope scope;
    napi_value told, self, number;
    if (napi_open_handle_scope(running->env, &scope) == napi_ok) {
        napi_get_reference_value(running->env, running->ended, &told);
        napi_get_global(running->env, &self);
        napi_create_int32(running->env, how, &number);
        napi_make_callback(running->env, running->context, self, told, 1, &number, 0);
        napi_delete_reference(running->env, running->ended);
        napi_async_destroy(running->env, running->context);
        napi_close_handle_scope(running->env, scope);
    }
    uv_close(watch, closed);
}

/* Follows it to its end; 0, or an error, after which nobody does. */
static long follow(napi_env env, napi_value ended, struct running *running)
{
    struct uv_loop_s *loop;
    napi_value name;
    u64 size = uv_handle_size(UV_POLL);
    running->env = env;
    running->watch = room(size);
    if (!running->watch) return -NO_MEMORY;
    if (napi_get_uv_event_loop(env, &loop) != napi_ok || uv_poll_init(loop, running->watch, running->pidfd)) {
        call(MUNMAP, (long)running->watch, (long)size, 0, 0, 0, 0);
        return -INVALID;
    }
    uv_handle_set_data(running->watch, running);
    napi_create_string_utf8(env, "countersign:program", NAPI_AUTO_LENGTH, &name);
    napi_create_reference(env, ended, 1, &running->ended);
    napi_async_init(env, 0, name, &running->context);
    uv_poll_start(running->watch, UV_READABLE, over);
    running->next = all;
    all = running;
    return 0;
}

static napi_value number_of(napi_env env, long value)
{
    napi_value result;
    napi_create_int32(env, (int)value, &result);
    return result;
}

static const char **list(const char ***free, const char **text, const char *end, int count)
{
    const char **first = *free;
    for (int at = 0; at < count; at++) {
        (*free)[at] = *text;
        while (*text < end && **text) (*text)++;
        (*text)++;
    }
    (*free)[count] = 0;
    *free += count + 1;
    return first;
}

static napi_value start(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    size_t count = 4, bytes, counted, given;
    void *words, *counts, *descriptors;
    if (napi_get_cb_info(env, info, &count, args, 0, 0) != napi_ok || count != 4 ||
        napi_get_buffer_info(env, args[0], &words, &bytes) != napi_ok ||
        napi_get_typedarray_info(env, args[1], 0, &counted, &counts, 0, 0) != napi_ok || counted != 3 ||
        napi_get_typedarray_info(env, args[2], 0, &given, &descriptors, 0, 0) != napi_ok || given > 1024 || bytes == 0 ||
        ((char *)words)[bytes - 1] != 0)
        return number_of(env, -INVALID);
    const int *how_many = counts;
    u64 lists = ((u64)how_many[0] + how_many[1] + how_many[2] + 8) * sizeof(char *);
    u64 size = (lists + STACK + 15) & ~15UL;
    char *memory = room(size);
    struct running *running = room(sizeof *running);
    long pid = -NO_MEMORY;
    if (memory && running) {
        const char *text = words, *end = text + bytes, **free = (const char **)memory;
        struct wish wish = {.folder = text, .descriptors = descriptors, .descriptor_count = (int)given, .error = 0};
        while (*text) text++;
        text++;
        wish.paths = list(&free, &text, end, how_many[0]);
        free++;
        wish.args = list(&free, &text, end, how_many[1]);
        wish.env = list(&free, &text, end, how_many[2]);
        u64 every = ~0UL, before;
        int pidfd = -1;
        call(SIGPROCMASK, 2, (long)&every, (long)&before, 8, 0, 0);
        pid = borrow(memory + size, &pidfd, &wish);
        call(SIGPROCMASK, 2, (long)&before, 0, 8, 0, 0);
        if (pid > 0 && wish.error) {
            call(WAIT4, pid, 0, 0, 0, 0, 0);
            call(CLOSE, pidfd, 0, 0, 0, 0, 0);
            pid = -wish.error;
        } else if (pid > 0) {
            running->pid = (int)pid;
            running->pidfd = pidfd;
            long failed = follow(env, args[3], running);
            if (failed) {
                call(KILL, pid, KILLED, 0, 0, 0, 0);
                call(WAIT4, pid, 0, 0, 0, 0, 0);
                call(CLOSE, pidfd, 0, 0, 0, 0, 0);
                pid = failed;
            } else running = 0;
        }
    }
    if (memory) call(MUNMAP, (long)memory, (long)size, 0, 0, 0, 0);
    if (running) call(MUNMAP, (long)running, sizeof *running, 0, 0, 0, 0);
    return number_of(env, pid);
}

static napi_value hold(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    size_t count = 2;
    int pid;
    bool keep;
    if (napi_get_cb_info(env, info, &count, args, 0, 0) != napi_ok || napi_get_value_int32(env, args[0], &pid) != napi_ok ||
        napi_get_value_bool(env, args[1], &keep) != napi_ok)
        return 0;
    for (struct running *each = all; each; each = each->next)
        if (each->pid == pid) {
            if (keep) uv_ref(each->watch);
            else uv_unref(each->watch);
        }
    return 0;
}

static napi_value both(napi_env env, long failed, const int *ends)
{
    napi_value result;
    if (failed < 0) return number_of(env, failed);
    napi_create_array_with_length(env, 2, &result);
    for (int at = 0; at < 2; at++) napi_set_element(env, result, at, number_of(env, ends[at]));
    return result;
}

static napi_value pair(napi_env env, napi_callback_info info)
{
    int ends[2];
    (void)info;
    return both(env, call(SOCKETPAIR, 1, 1 | CLOSE_ON_EXEC, 0, (long)ends, 0, 0), ends);
}

static napi_value pipe_of(napi_env env, napi_callback_info info)
{
    int ends[2];
    (void)info;
    return both(env, call(PIPE2, (long)ends, CLOSE_ON_EXEC, 0, 0, 0, 0), ends);
}

NAPI_MODULE_INIT()
{
    static const struct { const char *name; napi_callback run; } offered[] = {{"start", start}, {"hold", hold}, {"pair", pair}, {"pipe", pipe_of}};
    for (unsigned at = 0; at < sizeof offered / sizeof *offered; at++) {
        napi_value made;
        napi_create_function(env, offered[at].name, NAPI_AUTO_LENGTH, offered[at].run, 0, &made);
        napi_set_named_property(env, exports, offered[at].name, made);
    }
    napi_value closes;
    /* A range in which nothing is open: kernels before 5.11 refuse to close on exec. */
    napi_get_boolean(env, call(CLOSE_RANGE, ~0U, ~0U, LATER, 0, 0, 0) == 0, &closes);
    napi_set_named_property(env, exports, "closes", closes);
    return exports;
}
