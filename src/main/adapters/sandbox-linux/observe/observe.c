/*
 * Runs a command and tells the engine what it tries: to write, by name, and to connect, by address.
 *
 *   COUNTERSIGN_OBSERVER_SOCKET=<path> COUNTERSIGN_OBSERVER_WORD=<word> observe <program> [<argument>...]
 *
 * <program> is found as execvp finds it. A filter under which the command stands hands these calls to this program, which
 * reads the name or address, lets the call go on, and reports one line of JSON for each name; a path is written byte by
 * byte, as latin1 has it. What is read may have changed when the kernel reads it: a report explains, and decides nothing.
 * Only `socket` is decided here, by its arguments alone: the command gets no Unix socket.
 *
 * A socket on standard input becomes a pipe, which the command can open by name (/dev/stdin), and this program carries the
 * bytes from one to the other.
 *
 * When the command ends, everything else in its process namespace is killed first, and then this program ends with the
 * command's exit code, 128 and the signal where one ended it. The other way round, what still runs would be told that the
 * kernel does not know its calls.
 *
 * Where the engine is gone, which the end of the socket tells, everything is killed, and nothing is started: the kernel kills bubblewrap
 * with its parent only once each of its two processes has asked for it, and by then the command may be on its way.
 *
 * Ends with 1 and the line "observe: <why>" where the program cannot be run, with 125 and another where it cannot be observed.
 * Built without a C library by scripts/build-stages.mjs, whose output is observe-program.ts.
 */
#include "../confine/system-call.h"

#if defined(__x86_64__)
enum {
    OPENAT = 257, OPEN = 2, WRITE = 1, EXIT = 231, EXECVE = 59, PRCTL = 157, CLONE = 56, WAIT4 = 61, KILL = 62, POLL = 271,
    IOCTL = 16, READLINKAT = 267, SIGPROCMASK = 14, SECCOMP = 317, VM_READ = 310, SOCKET = 41, CONNECT = 42, SENDTO = 44,
    GETSOCKOPT = 55, CLOSE = 3, PIPE = 293, DUPLICATE = 292, FCNTL = 72, SPLICE = 275, ARCHITECTURE = 0xc000003e
};
#elif defined(__aarch64__)
enum {
    OPENAT = 56, WRITE = 64, EXIT = 94, EXECVE = 221, PRCTL = 167, CLONE = 220, WAIT4 = 260, KILL = 129, POLL = 73,
    IOCTL = 29, READLINKAT = 78, SIGPROCMASK = 135, SECCOMP = 277, VM_READ = 270, SOCKET = 198, CONNECT = 203, SENDTO = 206,
    GETSOCKOPT = 209, CLOSE = 57, PIPE = 59, DUPLICATE = 24, FCNTL = 25, SPLICE = 76, ARCHITECTURE = 0xc00000b7
};
#endif
enum { OPENAT2 = 437 };

/* asm-generic/errno-base.h */
enum { ENOENT = 2, E2BIG = 7, ENOEXEC = 8, EAGAIN = 11, EACCES = 13, ENOTDIR = 20, EINVAL = 22, ETXTBSY = 26, ENAMETOOLONG = 36, ELOOP = 40 };

enum { WAKE_AT_ONCE = 1, SET_DUMPABLE = 4, SET_NO_NEW_PRIVS = 38, SET_MODE_FILTER = 1, NEW_LISTENER = 1 << 3, WAIT_KILLABLE = 1 << 5 };
/* CLONE_VM, CLONE_FILES, CLONE_PIDFD, CLONE_VFORK and SIGCHLD: until the command begins it shares memory and descriptors. */
enum { AS_VFORK = 0x100 | 0x400 | 0x1000 | 0x4000 | 17 };
enum { CLOSE_ON_EXEC = 02000000, AF_UNIX = 1, AF_INET = 2, AF_INET6 = 10, STREAM = 1, AT_ONCE = 0x40, NO_SIGNAL = 0x4000 };
/* Of poll, fcntl, getsockopt and splice. */
enum { READABLE = 1, WRITABLE = 4, BROKEN = 8, DUPLICATE_CLOSED = 1030, SOCKET_LEVEL = 1, SOCKET_TYPE = 3, NOT_BLOCKING = 2 };
#define RECEIVE 0xc0502100
#define SEND 0xc0182101
#define SET_FLAGS 0x40082104
/* The number that kernels before 5.17 had for this; those after still take it. */
#define STILL_VALID 0x80082102
#define ASK 0x7fc00000
#define FAILS 0x00050000
#define CURRENT_FOLDER -100
#define REFUSED -1
/* O_ACCMODE, O_CREAT, O_TRUNC and O_APPEND: with any of them an open is for writing, or might be. */
#define FOR_WRITING 03 | 0100 | 01000 | 02000

/* What one call names: where its path or paths stand among its arguments, and where the folder does that they start from. */
struct named {
    short number;
    signed char folder, path, otherFolder, otherPath;
    const char *name;
};
enum { NONE = -1 };
static const struct named calls[] = {
    { OPENAT, 0, 1, NONE, NONE, "openat" },
    { OPENAT2, 0, 1, NONE, NONE, "openat2" },
#if defined(__x86_64__)
    { OPEN, NONE, 0, NONE, NONE, "open" },
    { 85, NONE, 0, NONE, NONE, "creat" },
    { 87, NONE, 0, NONE, NONE, "unlink" },
    { 84, NONE, 0, NONE, NONE, "rmdir" },
    { 82, NONE, 0, NONE, 1, "rename" },
    { 86, NONE, 0, NONE, 1, "link" },
    { 88, NONE, 1, NONE, NONE, "symlink" },
    { 83, NONE, 0, NONE, NONE, "mkdir" },
    { 133, NONE, 0, NONE, NONE, "mknod" },
    { 76, NONE, 0, NONE, NONE, "truncate" },
    { 90, NONE, 0, NONE, NONE, "chmod" },
    { 92, NONE, 0, NONE, NONE, "chown" },
    { 94, NONE, 0, NONE, NONE, "lchown" },
    { 132, NONE, 0, NONE, NONE, "utime" },
    { 235, NONE, 0, NONE, NONE, "utimes" },
    { 261, 0, 1, NONE, NONE, "futimesat" },
    { 263, 0, 1, NONE, NONE, "unlinkat" },
    { 258, 0, 1, NONE, NONE, "mkdirat" },
    { 259, 0, 1, NONE, NONE, "mknodat" },
    { 266, 1, 2, NONE, NONE, "symlinkat" },
    { 265, 0, 1, 2, 3, "linkat" },
    { 264, 0, 1, 2, 3, "renameat" },
    { 316, 0, 1, 2, 3, "renameat2" },
    { 268, 0, 1, NONE, NONE, "fchmodat" },
    { 260, 0, 1, NONE, NONE, "fchownat" },
    { 280, 0, 1, NONE, NONE, "utimensat" },
#elif defined(__aarch64__)
    { 45, NONE, 0, NONE, NONE, "truncate" },
    { 35, 0, 1, NONE, NONE, "unlinkat" },
    { 34, 0, 1, NONE, NONE, "mkdirat" },
    { 33, 0, 1, NONE, NONE, "mknodat" },
    { 36, 1, 2, NONE, NONE, "symlinkat" },
    { 37, 0, 1, 2, 3, "linkat" },
    { 38, 0, 1, 2, 3, "renameat" },
    { 276, 0, 1, 2, 3, "renameat2" },
    { 53, 0, 1, NONE, NONE, "fchmodat" },
    { 54, 0, 1, NONE, NONE, "fchownat" },
    { 88, 0, 1, NONE, NONE, "utimensat" },
#endif
    { 452, 0, 1, NONE, NONE, "fchmodat2" },
    { CONNECT, NONE, NONE, NONE, NONE, "connect" },
    { SENDTO, NONE, NONE, NONE, NONE, "sendto" },
    { SOCKET, NONE, NONE, NONE, NONE, "socket" },
};
enum { CALLS = sizeof calls / sizeof *calls };

/* linux/seccomp.h */
struct notice {
    u64 id;
    unsigned int pid, flags;
    int number;
    unsigned int architecture;
    u64 pointer, arguments[6];
};
struct reply {
    u64 id;
    long value;
    int error;
    unsigned int flags;
};

struct span {
    void *start;
    u64 length;
};

static struct instruction program[CALLS + 40];
static struct {
    unsigned short count;
    const struct instruction *program;
} filter = { 0, program };
/* Written by the command's process before it is one, when both still share their memory. */
static volatile long listener = -1;
static int reports = -1;
static u64 signals;
static char path[4097], folder[4097], line[40000];
static u64 length;
static int lost;

static u64 size(const char *text)
{
    u64 count = 0;
    while (text[count]) count++;
    return count;
}

static void say(const char *text)
{
    call(WRITE, 2, (long)text, size(text), 0, 0, 0);
}

__attribute__((noreturn)) static void end(const char *why, int code)
{
    say("observe: ");
    say(why);
    say("\n");
    for (;;) call(EXIT, code, 0, 0, 0, 0, 0);
}

/* What stands behind this name in the environment, which is then without it. */
static const char *take(const char **environment, const char *name)
{
    const char *found = 0;
    const char **kept = environment;
    for (; *environment; environment++) {
        u64 at = 0;
        while (name[at] && (*environment)[at] == name[at]) at++;
        if (name[at] == 0 && (*environment)[at] == '=') found = *environment + at + 1;
        else *kept++ = *environment;
    }
    *kept = 0;
    return found;
}

static void add(const char *text)
{
    for (; *text; text++)
        if (length < sizeof line - 1) line[length++] = *text;
}

static void add_number(u64 value)
{
    char digits[21];
    int at = 20;
    digits[20] = 0;
    do digits[--at] = '0' + value % 10;
    while (value /= 10);
    add(digits + at);
}

static void add_byte(unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    char both[3] = { digits[byte >> 4], digits[byte & 15], 0 };
    add(both);
}

/* A part of a JSON string. Only what JSON does not take as it is is written otherwise. */
static void add_text(const char *text)
{
    for (; *text; text++) {
        char one[3] = { '\\', *text, 0 };
        if ((unsigned char)*text < ' ') {
            add("\\u00");
            add_byte(*text);
        } else add(*text == '"' || *text == '\\' ? one : one + 1);
    }
}

static int sent(const char *text, u64 bytes, int when)
{
    return call(SENDTO, reports, (long)text, (long)bytes, when | NO_SIGNAL, 0, 0) >= 0;
}

/* Says that a report is missing, at once or as soon as there is room. */
static void miss(int when)
{
    static const char missing[] = "{\"lost\":true}\n";
    lost = reports >= 0 && !sent(missing, sizeof missing - 1, when);
}

/* Sends the line, or, where the engine does not keep up, notes that it is missing. The command does not wait for the engine. */
static void report(void)
{
    /* One that does not fit is half a report, and counts as missing. */
    int cut = length >= sizeof line - 1;
    if (cut) lost = 1;
    if (lost) miss(AT_ONCE);
    if (cut) return;
    if (reports >= 0 && (lost || !sent(line, length, AT_ONCE))) lost = 1;
}

static void begin_line(const struct named *each, unsigned int pid)
{
    length = 0;
    add("{\"syscall\":\"");
    add(each->name);
    add("\",\"pid\":");
    add_number(pid);
}

static void open_reports(const char *socket, const char *word)
{
    static struct {
        unsigned short family;
        char path[108];
    } address;
    u64 at;
    if (!socket || !word || size(socket) >= sizeof address.path) return;
    address.family = AF_UNIX;
    for (at = 0; socket[at]; at++) address.path[at] = socket[at];
    reports = (int)call(SOCKET, AF_UNIX, STREAM | CLOSE_ON_EXEC, 0, 0, 0, 0);
    if (reports < 0) return;
    if (call(CONNECT, reports, (long)&address, sizeof address, 0, 0, 0) < 0) end("whoever started this is gone", 125);
    add("{\"run\":\"");
    add_text(word);
    add("\"}\n");
    report();
}

/* Copies from another process, as much as can be read at once without reaching into the next page; how much. */
static long copy(unsigned int pid, u64 from, void *to, u64 most)
{
    struct span here = { to, most }, there = { (void *)from, most };
    return call(VM_READ, pid, (long)&here, 1, (long)&there, 1, 0);
}

/* Reads a path into path[]; 0 where it cannot be read, or is longer than any path. */
static int read_path(unsigned int pid, u64 from)
{
    u64 have = 0;
    while (have < sizeof path - 1) {
        u64 page = 4096 - (from + have) % 4096, room = sizeof path - 1 - have, at;
        long got = copy(pid, from + have, path + have, page < room ? page : room);
        if (got <= 0) return 0;
        for (at = have; at < have + (u64)got; at++)
            if (path[at] == 0) return 1;
        have += (u64)got;
    }
    return 0;
}

/* Reads where a path that is not absolute starts from into folder[]; 0 where that is not known. Overwrites the line. */
static int read_folder(unsigned int pid, int descriptor)
{
    long got;
    length = 0;
    add("/proc/");
    add_number(pid);
    if (descriptor == CURRENT_FOLDER) add("/cwd");
    else {
        add("/fd/");
        add_number((unsigned int)descriptor);
    }
    line[length] = 0;
    got = call(READLINKAT, CURRENT_FOLDER, (long)line, (long)folder, sizeof folder - 1, 0, 0);
    if (got <= 0 || folder[0] != '/') return 0;
    folder[got] = 0;
    return 1;
}

static int valid(const struct notice *seen)
{
    return call(IOCTL, listener, STILL_VALID, (long)&seen->id, 0, 0, 0) == 0;
}

static void let_go_on(const struct notice *seen)
{
    struct reply reply = { 0, 0, 0, 1 };
    reply.id = seen->id;
    call(IOCTL, listener, SEND, (long)&reply, 0, 0, 0);
}

/* Reports one name of a call. What cannot be read is said to be missing, unless the call has ended. */
static void tell_name(const struct named *each, const struct notice *seen, int folderAt, int pathAt)
{
    u64 where = seen->arguments[pathAt];
    int known;
    if (where == 0) return; /* the descriptor itself is meant, which has been opened before */
    known = read_path(seen->pid, where);
    if (known && path[0] != '/')
        known = read_folder(seen->pid, folderAt == NONE ? CURRENT_FOLDER : (int)seen->arguments[folderAt]);
    if (!valid(seen)) return;
    if (!known) {
        miss(AT_ONCE);
        return;
    }
    begin_line(each, seen->pid);
    add(",\"path\":\"");
    if (path[0] != '/') {
        add_text(folder);
        if (path[0]) add("/");
    }
    add_text(path);
    add("\"}\n");
    report();
}

/* Reports the address that a socket is to reach, in hexadecimal digits. */
static void tell_address(const struct named *each, const struct notice *seen, int at)
{
    unsigned char address[28];
    u64 given = seen->arguments[at + 1], from, to;
    unsigned short family;
    if (given > sizeof address) given = sizeof address;
    if (given < 8 || copy(seen->pid, seen->arguments[at], address, given) != (long)given || !valid(seen)) return;
    family = (unsigned short)(address[0] | address[1] << 8);
    if (family == AF_INET) from = 4, to = 8;
    else if (family == AF_INET6 && given >= 24) from = 8, to = 24;
    else return;
    begin_line(each, seen->pid);
    add(",\"port\":");
    add_number((u64)(address[2] << 8 | address[3]));
    add(",\"address\":\"");
    for (; from < to; from++) add_byte(address[from]);
    add("\"}\n");
    report();
}

static int opens_for_writing(const struct notice *seen)
{
    u64 flags;
    if (seen->number != OPENAT2) return 1; /* the filter has looked */
    return copy(seen->pid, seen->arguments[2], &flags, sizeof flags) != sizeof flags || (flags & (FOR_WRITING)) != 0;
}

static void handle(void)
{
    static union {
        struct notice notice;
        u64 words[sizeof(struct notice) / sizeof(u64)];
    } taken;
    struct notice *seen = &taken.notice;
    const struct named *each = calls;
    u64 at;
    /* The kernel wants it empty. */
    for (at = 0; at < sizeof taken.words / sizeof(u64); at++) taken.words[at] = 0;
    if (call(IOCTL, listener, RECEIVE, (long)seen, 0, 0, 0) < 0) return; /* it has ended meanwhile */
    while (each < calls + CALLS && each->number != seen->number) each++;
    if (seen->number == SOCKET) {
        struct reply refused = { 0, 0, REFUSED, 0 };
        refused.id = seen->id;
        call(IOCTL, listener, SEND, (long)&refused, 0, 0, 0);
        begin_line(each, seen->pid);
        add("}\n");
        report();
        return;
    }
    if (each < calls + CALLS) {
        if (seen->number == CONNECT) tell_address(each, seen, 1);
        else if (seen->number == SENDTO) tell_address(each, seen, 4);
        else if (opens_for_writing(seen)) {
            tell_name(each, seen, each->folder, each->path);
            if (each->otherPath != NONE) tell_name(each, seen, each->otherFolder, each->otherPath);
        }
    }
    let_go_on(seen);
}

static void put(unsigned short code, unsigned int value, int yes, int no)
{
    struct instruction each = { code, (unsigned char)yes, (unsigned char)no, value };
    program[filter.count++] = each;
}

/* Asks about every call of the list; about some only where an argument says that it matters. */
static void write_filter(void)
{
    int at, flagged;
    put(LOAD, ARCHITECTURE_AT, 0, 0);
    put(IF_EQUAL, ARCHITECTURE, 1, 0);
    put(RETURN, ALLOWED, 0, 0); /* bubblewrap's own filter has ended it */
    put(LOAD, NUMBER_AT, 0, 0);
    /* Where the flags of an open stand. */
    for (flagged = 2; flagged >= 1; flagged--) {
#if defined(__x86_64__)
        int number = flagged == 2 ? OPENAT : OPEN;
#else
        int number = flagged == 2 ? OPENAT : -1;
#endif
        put(IF_EQUAL, (unsigned int)number, 0, 5);
        put(LOAD, ARGUMENT_AT(flagged), 0, 0);
        put(KEEP_BITS, FOR_WRITING, 0, 0);
        put(IF_EQUAL, 0, 0, 1);
        put(RETURN, ALLOWED, 0, 0);
        put(RETURN, ASK, 0, 0);
    }
    put(IF_EQUAL, SOCKET, 0, 4);
    put(LOAD, ARGUMENT_AT(0), 0, 0);
    put(IF_EQUAL, AF_UNIX, 0, 1);
    put(RETURN, ASK, 0, 0);
    put(RETURN, ALLOWED, 0, 0);
    /* Nobody else may answer for these calls, least of all when this program is gone: the last filter that asks decides. */
    put(IF_EQUAL, SECCOMP, 0, 5);
    put(LOAD, ARGUMENT_AT(1), 0, 0);
    put(KEEP_BITS, NEW_LISTENER, 0, 0);
    put(IF_EQUAL, 0, 0, 1);
    put(RETURN, ALLOWED, 0, 0);
    put(RETURN, FAILS | 16, 0, 0); /* EBUSY, as the kernel has it while there is a listener */
    /* A message on a socket that is connected has no address. */
    put(IF_EQUAL, SENDTO, 0, 4);
    put(LOAD, ARGUMENT_AT(5), 0, 0);
    put(IF_EQUAL, 0, 0, 1);
    put(RETURN, ALLOWED, 0, 0);
    put(RETURN, ASK, 0, 0);
    for (at = 0; at < CALLS; at++) put(IF_EQUAL, (unsigned int)calls[at].number, CALLS - at, 0);
    put(RETURN, ALLOWED, 0, 0);
    put(RETURN, ASK, 0, 0);
}

static const char *why(long error)
{
    switch (-error) {
    case ENOENT: return "No such file or directory";
    case ENOTDIR: return "Not a directory";
    case EACCES: return "Permission denied";
    case ENOEXEC: return "Exec format error";
    case E2BIG: return "Argument list too long";
    case ETXTBSY: return "Text file busy";
    case ENAMETOOLONG: return "File name too long";
    case ELOOP: return "Too many levels of symbolic links";
    default: return "the kernel refused";
    }
}

/* A file that is no program of any kind known to the kernel is a shell script, as execvp has it. */
static long execute(const char *file, const char **words, const char **environment)
{
    long error = call(EXECVE, (long)file, (long)words, (long)environment, 0, 0, 0);
    if (error == -ENOEXEC) {
        /* In front of the command's words stands this program's own name, which makes room for one more. */
        const char *own = words[-1], *first = words[0];
        words[-1] = "/bin/sh";
        words[0] = file;
        error = call(EXECVE, (long)words[-1], (long)(words - 1), (long)environment, 0, 0, 0);
        words[-1] = own;
        words[0] = first;
    }
    return error;
}

/* Runs the program in this process; returns why it could not. */
static long find_and_execute(const char **words, const char **environment)
{
    const char *file = words[0], *places = "/bin:/usr/bin";
    u64 at, name = size(file);
    long denied = 0, error;
    const char **each;
    if (name == 0) return -ENOENT;
    for (at = 0; at < name; at++)
        if (file[at] == '/') return execute(file, words, environment);
    for (each = environment; *each; each++)
        if ((*each)[0] == 'P' && (*each)[1] == 'A' && (*each)[2] == 'T' && (*each)[3] == 'H' && (*each)[4] == '=') {
            places = *each + 5;
            break;
        }
    for (;;) {
        u64 here = 0;
        while (places[here] && places[here] != ':') here++;
        if (here + name + 2 < sizeof path) {
            u64 end_of = here;
            for (at = 0; at < here; at++) path[at] = places[at];
            if (here > 0) path[end_of++] = '/';
            for (at = 0; at <= name; at++) path[end_of + at] = file[at];
            error = execute(path, words, environment);
            if (error == -EACCES) denied = error;
            else if (error != -ENOENT && error != -ENOTDIR) return error;
        }
        if (places[here] == 0) return denied ? denied : -ENOENT;
        places += here + 1;
    }
}

/* The command's process, from its beginning to its program. It shares memory with this one, which waits meanwhile. */
__attribute__((noinline, noreturn)) static void become(const char **words, const char **environment)
{
    listener = call(SECCOMP, SET_MODE_FILTER, NEW_LISTENER | WAIT_KILLABLE, (long)&filter, 0, 0, 0);
    if (listener == -EINVAL) listener = call(SECCOMP, SET_MODE_FILTER, NEW_LISTENER, (long)&filter, 0, 0, 0);
    if (listener < 0) end("the command cannot be observed", 125);
    call(SIGPROCMASK, 2, (long)&signals, 0, sizeof signals, 0, 0);
    end(why(find_and_execute(words, environment)), 1);
}

/* Where the command's input comes from and goes to, or -1; and whether the pipe was full when it was last written to. */
static int source = -1, sink = -1, full;

static void close_input(void)
{
    call(CLOSE, source, 0, 0, 0, 0, 0);
    call(CLOSE, sink, 0, 0, 0, 0, 0);
    source = sink = -1;
}

/* Puts a pipe in the place of a socket, before the command's process begins. Where that fails, all stays as it was. */
static void open_input(void)
{
    static int type, ends[2];
    static unsigned int bytes = sizeof type;
    if (call(GETSOCKOPT, 0, SOCKET_LEVEL, SOCKET_TYPE, (long)&type, (long)&bytes, 0) < 0) return;
    if (call(PIPE, (long)ends, CLOSE_ON_EXEC, 0, 0, 0, 0) < 0) return;
    source = (int)call(FCNTL, 0, DUPLICATE_CLOSED, 3, 0, 0, 0);
    sink = ends[1];
    if (source < 0 || call(DUPLICATE, ends[0], 0, 0, 0, 0, 0) < 0) close_input();
    call(CLOSE, ends[0], 0, 0, 0, 0, 0);
}

/* Carries what has come, as much as there is room for; `room` says that there is some, so that only nothing has come. */
static void carry(int room)
{
    long got = call(SPLICE, source, 0, sink, 0, 65536, NOT_BLOCKING);
    full = got == -EAGAIN && !room;
    /* The end of the input, or of everybody who could read it. */
    if (got == 0 || (got < 0 && got != -EAGAIN)) close_input();
}

__attribute__((used, noreturn)) void run(long *stack)
{
    long count = stack[0], child;
    const char **words = (const char **)(stack + 2), **environment = (const char **)(stack + 1) + count + 1;
    const char *socket = take(environment, "COUNTERSIGN_OBSERVER_SOCKET"), *word = take(environment, "COUNTERSIGN_OBSERVER_WORD");
    u64 every = ~0UL;
    static int handleOfChild;
    static struct {
        int descriptor;
        short wanted, found;
    } waits[5];
    /* Without it the engine takes it that there was more. */
    static const char last[] = "{\"end\":true}\n";
    int status = 0;

    if (count < 2) end("expected a program", 125);
    /* Nothing that the command does may look into this process, nor end it but for good. */
    if (call(PRCTL, SET_DUMPABLE, 0, 0, 0, 0, 0) < 0) end("memory cannot be closed", 125);
    if (call(PRCTL, SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0) < 0) end("privileges cannot be given up", 125);
    call(SIGPROCMASK, 2, (long)&every, (long)&signals, sizeof every, 0, 0);
    open_reports(socket, word);
    write_filter();
    open_input();
    child = call_here(CLONE, AS_VFORK, 0, (long)&handleOfChild, 0, 0, 0);
    if (child == 0) become(words, environment);
    if (child < 0) end("no process can be started", 125);
    /* On the processor of whoever asks, which shortens the wait for an answer; kernels before 6.6 do not know it. */
    call(IOCTL, listener, SET_FLAGS, WAKE_AT_ONCE, 0, 0, 0);
    /* The pipe is the command's alone: when it closes it, so is the source. */
    if (sink >= 0) call(CLOSE, 0, 0, 0, 0, 0, 0);
    for (;;) {
        waits[0].descriptor = handleOfChild;
        waits[1].descriptor = (int)listener;
        waits[2].descriptor = full ? -1 : source;
        waits[3].descriptor = sink;
        waits[0].wanted = waits[1].wanted = waits[2].wanted = READABLE;
        waits[3].wanted = full ? WRITABLE : 0;
        waits[4].descriptor = reports;
        if (call(POLL, (long)waits, 5, 0, 0, 0, 0) < 0) {
            /* No signal reaches this process: somebody took its descriptors away. */
            call(KILL, -1, 9, 0, 0, 0, 0);
            end("it cannot be observed any more", 125);
        }
        if (waits[0].found) break;
        if (waits[4].found) {
            call(KILL, -1, 9, 0, 0, 0, 0);
            end("whoever started this is gone", 125);
        }
        if (waits[1].found & READABLE) handle();
        /* Nobody is left who could ask. */
        else if (waits[1].found) listener = -1;
        if (waits[3].found & BROKEN) close_input();
        else if (waits[2].found || waits[3].found) carry(waits[3].found & WRITABLE);
    }
    /* First, for whoever traces the command could keep it from being waited for. */
    call(KILL, -1, 9, 0, 0, 0, 0);
    call(WAIT4, child, (long)&status, 0, 0, 0, 0);
    if (lost) miss(0);
    if (reports >= 0) sent(last, sizeof last - 1, 0);
    status = (status & 0x7f) ? 128 + (status & 0x7f) : status >> 8 & 0xff;
    for (;;) call(EXIT, status, 0, 0, 0, 0, 0);
}
