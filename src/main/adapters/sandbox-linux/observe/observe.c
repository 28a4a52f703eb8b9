/*
 * Runs a command and tells the engine what it tries: to write, by name, and to connect, by address. What gives, takes or opens
 * a name for writing it does itself.
 *
 *   COUNTERSIGN_OBSERVER_SOCKET=<path> COUNTERSIGN_OBSERVER_WORD=<word> observe <program> [<argument>...]
 *
 * <program> is found as execvp finds it. A filter under which the command stands hands these calls to this program, which
 * reads the name or address and reports one line of JSON for each name; a path is written byte by byte, as latin1 has it.
 *
 * A name that the kernel reads again may have changed meanwhile. So a call that gives or takes a name, or opens one for
 * writing, is done here, with the copy that was reported: from the caller's own folder, with its umask, and by the same rights,
 * since this program has no more than the command (user, mounts, Landlock, filter). The report says with `at` which name in
 * which real folder that was, where the path has it otherwise. The caller gets the result, or the descriptor. What only this
 * program's caller could do goes on in the kernel, and a report is said to be missing then: an open that could wait (a pipe
 * without a reader) or makes a terminal the caller's own, anything once a process has taken rights from itself with Landlock,
 * and everything on kernels before 5.19, where a signal could end the wait for this program and begin the call anew. The other
 * calls go on in the kernel: what is reported of them explains, and decides nothing.
 *
 * COUNTERSIGN_OBSERVER_KEPT holds paths, with newlines between, at which nothing is and which stay so: such a name is given by no call that
 * is done here, and nothing below one that somebody else made meanwhile is changed. Then a call that could give a name and cannot be
 * done here is refused; only of processes that took rights from themselves with Landlock it goes on, and what it made there is put aside
 * at once.
 *
 * That a folder hands on its group (setgid) is set here alone, on the very folder that was looked at; a file never gets that bit, by which
 * it would run with its group's rights, unless COUNTERSIGN_OBSERVER_MODES is there.
 *
 * `socket` is decided here, by its arguments alone: the command gets no Unix socket. openat2 is not known in here: its flags
 * lie in memory.
 *
 * A socket on standard input becomes a pipe, which the command can open by name (/dev/stdin), and this program carries the
 * bytes from one to the other.
 *
 * That a process failed which the command's own process started, is told once: of what is not the last in a shell's line, nobody else
 * learns of that.
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
    OPENAT = 257, OPEN = 2, READ = 0, WRITE = 1, EXIT = 231, EXECVE = 59, PRCTL = 157, CLONE = 56, WAIT4 = 61, KILL = 62, POLL = 271,
    IOCTL = 16, READLINKAT = 267, SIGPROCMASK = 14, SECCOMP = 317, VM_READ = 310, SOCKET = 41, CONNECT = 42, SENDTO = 44,
    GETSOCKOPT = 55, CLOSE = 3, PIPE = 293, DUPLICATE = 292, FCNTL = 72, SPLICE = 275, ARCHITECTURE = 0xc000003e,
    MKDIRAT = 258, MKNODAT = 259, UNLINKAT = 263, RENAMEAT2 = 316, LINKAT = 265, SYMLINKAT = 266, STATX = 332, FSTATFS = 138,
    UMASK = 95, GETPID = 39, EXIT_ALONE = 60, BIND = 49, SOCKET_PAIR = 53, FCHDIR = 81, CHDIR = 80, SIGNAL_DESCRIPTOR = 289,
    FCHMOD = 91, FCHMODAT = 268
};
#elif defined(__aarch64__)
enum {
    OPENAT = 56, READ = 63, WRITE = 64, EXIT = 94, EXECVE = 221, PRCTL = 167, CLONE = 220, WAIT4 = 260, KILL = 129, POLL = 73,
    IOCTL = 29, READLINKAT = 78, SIGPROCMASK = 135, SECCOMP = 277, VM_READ = 270, SOCKET = 198, CONNECT = 203, SENDTO = 206,
    GETSOCKOPT = 209, CLOSE = 57, PIPE = 59, DUPLICATE = 24, FCNTL = 25, SPLICE = 76, ARCHITECTURE = 0xc00000b7,
    MKDIRAT = 34, MKNODAT = 33, UNLINKAT = 35, RENAMEAT2 = 276, LINKAT = 37, SYMLINKAT = 36, STATX = 291, FSTATFS = 44,
    UMASK = 166, GETPID = 172, EXIT_ALONE = 93, BIND = 200, SOCKET_PAIR = 199, FCHDIR = 50, CHDIR = 49, SIGNAL_DESCRIPTOR = 74,
    FCHMOD = 52, FCHMODAT = 53
};
#endif
enum { FCHMODAT2 = 452, OPENAT2 = 437, LANDLOCK_SELF = 446, PIDFD_OPEN = 434, PIDFD_GETFD = 438 };

/* asm-generic/errno-base.h */
enum { EPERM = 1, ENOENT = 2, ESRCH = 3, ENXIO = 6, E2BIG = 7, ENOEXEC = 8, EBADF = 9, EAGAIN = 11, EACCES = 13, EFAULT = 14, EEXIST = 17, ENOTDIR = 20, EISDIR = 21, EINVAL = 22, ETXTBSY = 26, EROFS = 30, ENAMETOOLONG = 36, ENOSYS = 38, ELOOP = 40, EOPNOTSUPP = 95, EAFNOSUPPORT = 97, ECONNREFUSED = 111 };

enum { WAKE_AT_ONCE = 1, SET_DUMPABLE = 4, SET_CHILD_SUBREAPER = 36, SET_NO_NEW_PRIVS = 38, SET_MODE_FILTER = 1, NEW_LISTENER = 1 << 3, WAIT_KILLABLE = 1 << 5 };
/* CLONE_VM, CLONE_FILES, CLONE_PIDFD, CLONE_VFORK and SIGCHLD: until the command begins it shares memory and descriptors. */
enum { AS_VFORK = 0x100 | 0x400 | 0x1000 | 0x4000 | 17 };
enum { CLOSE_ON_EXEC = 02000000, AF_UNIX = 1, AF_INET = 2, AF_INET6 = 10, AF_NETLINK = 16, STREAM = 1, PACKET = 5, TYPE_BITS = 0xf, AT_ONCE = 0x40, NO_SIGNAL = 0x4000 };
/* Of poll, fcntl, getsockopt and splice. */
enum { READABLE = 1, WRITABLE = 4, BROKEN = 8, DUPLICATE_CLOSED = 1030, SOCKET_LEVEL = 1, SOCKET_TYPE = 3, SOCKET_FAMILY = 39, NOT_BLOCKING = 2 };
#define RECEIVE 0xc0502100
#define SEND 0xc0182101
#define SET_FLAGS 0x40082104
/* The number that kernels before 5.17 had for this; those after still take it. */
#define STILL_VALID 0x80082102
#define ADD_DESCRIPTOR 0x40182103
#define ASK 0x7fc00000
#define FAILS 0x00050000
#define CURRENT_FOLDER -100
#define REFUSED -1
/* O_ACCMODE, O_CREAT, O_TRUNC and O_APPEND: with any of them an open is for writing, or might be. */
#define FOR_WRITING 03 | 0100 | 01000 | 02000
/* asm-generic/fcntl.h, but for what the processors have otherwise. */
enum { ACCESS_MODE = 03, CREATE = 0100, EXCLUSIVE = 0200, NO_TERMINAL = 0400, APPEND = 02000, NO_WAIT = 04000, NO_ACCESS_TIME = 01000000, NAMES_ONLY = 010000000, SET_STATUS = 4 };
#if defined(__x86_64__)
enum { DIRECT = 040000, FOLDER = 0200000, NO_FOLLOW = 0400000 };
#elif defined(__aarch64__)
enum { DIRECT = 0200000, FOLDER = 040000, NO_FOLLOW = 0100000 };
#endif
enum { REMOVE_FOLDER = 0x200, NOT_FOLLOWED = 0x100, NOT_OVER = 1, EMPTY_PATH = 0x1000, NO_MAGIC_LINKS = 2, PROC = 0x9fa0, TYPE_WANTED = 1, NUMBER_WANTED = 0x1101 };
enum { TYPE = 0170000, FOLDER_TYPE = 0040000, LINK = 0120000, SOCKET_NODE = 0140000, DEVICE = 0020000, PIPE_TYPE = 0010000, UNNAMED = 020000000, HANDS_ON_GROUP = 02000 };
/* Not done here: the kernel does it; done by another process, which answers. No errors of the kernel's. */
enum { GOES_ON = -4096, ANSWERED = -4097 };
/* Of wait4: at once, and also children that do not tell of their end by SIGCHLD. */
enum { END_NOT_AWAITED = 1, ALL_KINDS = 0x40000000 };
/* The major numbers of /dev/null and its kin, of /dev/tty and /dev/ptmx, and of the first terminals of /dev/pts. */
enum { MEMORY_DEVICES = 1, OTHER_TERMINALS = 5, MULTIPLEXER = 2, FIRST_TERMINALS = 136 };

/*
 * What one call names: where its path or paths stand among its arguments, and where the folder does that they start from. `does` says
 * how it is done here, and `more` where its flags or mode stand; of what is only told it is a mode that it sets.
 */
enum does { IS_TOLD, OPENS, MAKES_FOLDER, MAKES_NODE, REMOVES, REMOVES_AS_FOLDER, MOVES, LINKS, POINTS };
struct named {
    short number;
    signed char folder, path, otherFolder, otherPath, more, does;
    const char *name;
};
enum { NONE = -1 };
static const struct named calls[] = {
    { OPENAT, 0, 1, NONE, NONE, 2, OPENS, "openat" },
#if defined(__x86_64__)
    { OPEN, NONE, 0, NONE, NONE, 1, OPENS, "open" },
    { 85, NONE, 0, NONE, NONE, NONE, OPENS, "creat" },
    { 87, NONE, 0, NONE, NONE, NONE, REMOVES, "unlink" },
    { 84, NONE, 0, NONE, NONE, NONE, REMOVES_AS_FOLDER, "rmdir" },
    { 82, NONE, 0, NONE, 1, NONE, MOVES, "rename" },
    { 86, NONE, 0, NONE, 1, NONE, LINKS, "link" },
    { 88, NONE, 1, NONE, NONE, NONE, POINTS, "symlink" },
    { 83, NONE, 0, NONE, NONE, 1, MAKES_FOLDER, "mkdir" },
    { 133, NONE, 0, NONE, NONE, 1, MAKES_NODE, "mknod" },
    { 76, NONE, 0, NONE, NONE, NONE, IS_TOLD, "truncate" },
    { 90, NONE, 0, NONE, NONE, 1, IS_TOLD, "chmod" },
    { 92, NONE, 0, NONE, NONE, NONE, IS_TOLD, "chown" },
    { 94, NONE, 0, NONE, NONE, NONE, IS_TOLD, "lchown" },
    { 132, NONE, 0, NONE, NONE, NONE, IS_TOLD, "utime" },
    { 235, NONE, 0, NONE, NONE, NONE, IS_TOLD, "utimes" },
    { 261, 0, 1, NONE, NONE, NONE, IS_TOLD, "futimesat" },
    { 263, 0, 1, NONE, NONE, 2, REMOVES, "unlinkat" },
    { 258, 0, 1, NONE, NONE, 2, MAKES_FOLDER, "mkdirat" },
    { 259, 0, 1, NONE, NONE, 2, MAKES_NODE, "mknodat" },
    { 266, 1, 2, NONE, NONE, NONE, POINTS, "symlinkat" },
    { 265, 0, 1, 2, 3, 4, LINKS, "linkat" },
    { 264, 0, 1, 2, 3, NONE, MOVES, "renameat" },
    { 316, 0, 1, 2, 3, 4, MOVES, "renameat2" },
    { 268, 0, 1, NONE, NONE, 2, IS_TOLD, "fchmodat" },
    { 260, 0, 1, NONE, NONE, NONE, IS_TOLD, "fchownat" },
    { 280, 0, 1, NONE, NONE, NONE, IS_TOLD, "utimensat" },
#elif defined(__aarch64__)
    { 45, NONE, 0, NONE, NONE, NONE, IS_TOLD, "truncate" },
    { 35, 0, 1, NONE, NONE, 2, REMOVES, "unlinkat" },
    { 34, 0, 1, NONE, NONE, 2, MAKES_FOLDER, "mkdirat" },
    { 33, 0, 1, NONE, NONE, 2, MAKES_NODE, "mknodat" },
    { 36, 1, 2, NONE, NONE, NONE, POINTS, "symlinkat" },
    { 37, 0, 1, 2, 3, 4, LINKS, "linkat" },
    { 38, 0, 1, 2, 3, NONE, MOVES, "renameat" },
    { 276, 0, 1, 2, 3, 4, MOVES, "renameat2" },
    { 53, 0, 1, NONE, NONE, 2, IS_TOLD, "fchmodat" },
    { 54, 0, 1, NONE, NONE, NONE, IS_TOLD, "fchownat" },
    { 88, 0, 1, NONE, NONE, NONE, IS_TOLD, "utimensat" },
#endif
    { FCHMODAT2, 0, 1, NONE, NONE, 2, IS_TOLD, "fchmodat2" },
    { CONNECT, NONE, NONE, NONE, NONE, NONE, IS_TOLD, "connect" },
    { SENDTO, NONE, NONE, NONE, NONE, NONE, IS_TOLD, "sendto" },
    { BIND, NONE, NONE, NONE, NONE, NONE, IS_TOLD, "bind" },
    { SOCKET, NONE, NONE, NONE, NONE, NONE, IS_TOLD, "socket" },
    { LANDLOCK_SELF, NONE, NONE, NONE, NONE, NONE, IS_TOLD, "landlock_restrict_self" },
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

/* Where one name of a call leads. */
struct place {
    /* As the caller has it, and the real folder that the rest of it stands in; the folder is empty where there is none. */
    char path[4097], folder[4097];
    const char *last;
    /* That folder, or CURRENT_FOLDER where the path needs none. */
    long opened;
};

/* linux/stat.h: of statx. */
struct looked {
    unsigned int have[7];
    unsigned short mode, pad;
    u64 number;
    unsigned int between[22], major, minor, onMajor, onMinor;
    u64 mount;
    unsigned int rest[26];
};

static struct instruction program[CALLS + 72];
static struct {
    unsigned short count;
    const struct instruction *program;
} filter = { 0, program };
/* Written by the command's process before it is one, when both still share their memory. */
static volatile long listener = -1;
/* Whether calls are done here; otherwise all go on in the kernel. */
static volatile int doesHere;
/* Whether files get every mode that is asked for: the engine puts back what a person had. */
static int anyMode;
static int reports = -1;
static u64 signals;
static struct place places[2];
static char path[4097 + 32], line[60000];
static u64 length;
static int lost, own;
/* Where the command's input comes from and goes to, or -1; and whether the pipe was full when it was last written to. */
static int source = -1, sink = -1, full;
/* The paths that are kept missing, one behind the other, and an empty one at the end; null where there are none. */
static char *kept;
/* The folders that the first of them stand in, each of which keeps that name missing wherever it is moved; number 0: none is there. */
static struct folder {
    u64 number;
    unsigned int major, minor;
} keptIn[2048];
/* What the command's Unix sockets may do: nothing, meet those of its network, which is its session's own, or those that it made. */
static enum { NO_SOCKETS, OF_NETWORK, OF_COMMAND } meets;
/* Sockets of the machine that it may reach, as descriptors that name them; and what asks the kernel for those of the network. */
static int allowed[64], allowedCount, kernel = -1;
/* The numbers of sockets that the command gave a name, the last of them. */
static u64 numbers[256];
static unsigned int numberCount;
/* How often it is still to be looked whether a call that went on in the kernel made one of them. */
static int looks;

static void say(const char *text)
{
    call(WRITE, 2, (long)text, length_of(text), 0, 0, 0);
}

__attribute__((noreturn)) static void end(const char *why, int code)
{
    say("observe: ");
    say(why);
    say("\n");
    /* The other call asks this program in the command's process, before that is the command's: it waits for just that. */
    for (;;) call(EXIT_ALONE, code, 0, 0, 0, 0, 0);
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

static void begin_line(const struct named *each, const struct notice *seen)
{
    u64 flags = each->does == OPENS && each->more != NONE ? seen->arguments[(int)each->more] : 0;
    length = 0;
    add("{\"syscall\":\"");
    add(each->name);
    /* It makes the name, or fails. */
    if ((flags & CREATE) && (flags & EXCLUSIVE)) add("_excl");
    add("\",\"pid\":");
    add_number(seen->pid);
}

/* With all that was started before this program: nothing else may end it, when bubblewrap's first process lost its parent too early. */
__attribute__((noreturn)) static void end_all(const char *said)
{
    call(KILL, -1, 9, 0, 0, 0, 0);
    end(said, 125);
}

static void open_reports(const char *socket, const char *word)
{
    static struct {
        unsigned short family;
        char path[108];
    } address;
    u64 at;
    if (!socket || !word || length_of(socket) >= sizeof address.path) return;
    address.family = AF_UNIX;
    for (at = 0; socket[at]; at++) address.path[at] = socket[at];
    reports = (int)call(SOCKET, AF_UNIX, STREAM | CLOSE_ON_EXEC, 0, 0, 0, 0);
    if (reports < 0) return;
    if (call(CONNECT, reports, (long)&address, sizeof address, 0, 0, 0) < 0) end_all("whoever started this is gone");
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

/* Reads a path; its length, or why it cannot be read. */
static long read_path(unsigned int pid, u64 from, char *into)
{
    u64 have = 0;
    while (have < 4096) {
        u64 page = 4096 - (from + have) % 4096, room = 4096 - have, at;
        long got = copy(pid, from + have, into + have, page < room ? page : room);
        if (got <= 0) return got < 0 ? got : -EFAULT;
        for (at = have; at < have + (u64)got; at++)
            if (into[at] == 0) return (long)at;
        have += (u64)got;
    }
    return -ENAMETOOLONG;
}

/* Writes the name in /proc of something of a process into the line. */
static void name_in_proc(unsigned int pid, const char *what, int descriptor)
{
    length = 0;
    add("/proc/");
    add_number(pid);
    add(what);
    if (descriptor >= 0) add_number((unsigned int)descriptor);
    line[length] = 0;
}

static void close_it(long descriptor)
{
    if (descriptor >= 0) call(CLOSE, descriptor, 0, 0, 0, 0, 0);
}

static int begins(const char *text, const char *with)
{
    while (*with && *text == *with) text++, with++;
    return *with == 0;
}

/* Takes over what sockets may do: "own" or "open", and the paths of those of the machine that may be reached, each line with its end. */
static void let_meet(char *text)
{
    char *at;
    if (!text || !*text) return;
    meets = begins(text, "own\n") ? OF_NETWORK : OF_COMMAND;
    kernel = (int)call(SOCKET, AF_NETLINK, 3 | CLOSE_ON_EXEC, 4, 0, 0, 0);
    while (*text && *text != '\n') text++;
    while (*text && *++text && allowedCount < 64) {
        for (at = text; *at && *at != '\n'; at++)
            ;
        *at = 0;
        allowed[allowedCount] = (int)call(OPENAT, CURRENT_FOLDER, (long)text, NAMES_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
        if (allowed[allowedCount] >= 0) allowedCount++;
        text = at;
        *text = '\n';
    }
}

/* Opens where a path that is not absolute starts from, by name only. */
static long open_base(unsigned int pid, int descriptor)
{
    long opened;
    if (descriptor < 0 && descriptor != CURRENT_FOLDER) return -EBADF;
    name_in_proc(pid, descriptor < 0 ? "/cwd" : "/fd/", descriptor);
    opened = call(OPENAT, CURRENT_FOLDER, (long)line, NAMES_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
    return opened == -ENOENT ? -EBADF : opened;
}

/* Notes what the real folder is called; nothing where that is not known, or too long. */
static void name_folder(struct place *place, long opened)
{
    long got = -1;
    if (opened >= 0) {
        name_in_proc((unsigned int)own, "/fd/", (int)opened);
        got = call(READLINKAT, CURRENT_FOLDER, (long)line, (long)place->folder, sizeof place->folder - 1, 0, 0);
    }
    place->folder[got > 0 && place->folder[0] == '/' && got < (long)sizeof place->folder - 1 ? got : 0] = 0;
}

/*
 * Opens the folder that the last name of a path stands in; `base`, where the path starts from, is then closed or is that folder.
 * What every process has under the same name is the caller's.
 */
static long open_folder(struct place *place, const char *text, long base, unsigned int pid)
{
    static const char *const same[] = { "/proc/self/", "/proc/thread-self/", "/dev/fd/" };
    static struct {
        u64 flags, mode, resolve;
    } how = { NAMES_ONLY | FOLDER | CLOSE_ON_EXEC, 0, 0 };
    u64 end_of = length_of(text), at, from = 0;
    int each;
    long opened;
    while (end_of > 0 && text[end_of - 1] == '/') end_of--;
    while (end_of > 0 && text[end_of - 1] != '/') end_of--;
    place->last = text + end_of;
    place->opened = base;
    if (end_of == 0) {
        name_folder(place, base);
        if (text[0] == '/') place->folder[0] = '/', place->folder[1] = 0;
        return 0;
    }
    length = 0;
    for (each = 0; each < 3; each++)
        if (begins(text, same[each]) && length_of(same[each]) <= end_of) {
            name_in_proc(pid, each == 2 ? "/fd" : "", -1);
            from = length_of(same[each]) - 1;
        }
    for (at = 0; at < length; at++) path[at] = line[at];
    for (; from < end_of; from++) path[at++] = text[from];
    path[at] = 0;
    /* Whoever means a process says so; in any other path such a link would be taken for this one's. */
    how.resolve = begins(path, "/proc/") ? 0 : NO_MAGIC_LINKS;
    opened = call(OPENAT2, base, (long)path, (long)&how, sizeof how, 0, 0);
    name_folder(place, opened < 0 ? base : opened);
    if (opened < 0) place->last = text;
    close_it(base);
    place->opened = opened < 0 ? CURRENT_FOLDER : opened;
    return opened == -ENOSYS || opened == -1 ? GOES_ON : opened < 0 ? opened : 0;
}

/* Opens the folder that the last name of a path stands in, which starts from a folder of the caller's. */
static long locate_read(const struct notice *seen, int folder, struct place *place)
{
    long base = CURRENT_FOLDER;
    place->opened = CURRENT_FOLDER;
    place->folder[0] = 0;
    place->last = place->path;
    if (place->path[0] != '/') base = open_base(seen->pid, folder);
    if (base < 0 && base != CURRENT_FOLDER) return base == -EBADF ? base : GOES_ON;
    return open_folder(place, place->path, base, seen->pid);
}

/* Reads a path and opens the folder that its last name stands in. */
static long locate(const struct notice *seen, int folderAt, int pathAt, struct place *place)
{
    long got;
    place->opened = CURRENT_FOLDER;
    place->folder[0] = 0;
    got = read_path(seen->pid, seen->arguments[pathAt], place->path);
    if (got < 0) {
        place->path[0] = 0;
        return got == -EFAULT || got == -ENAMETOOLONG ? got : GOES_ON;
    }
    return locate_read(seen, folderAt == NONE ? CURRENT_FOLDER : (int)seen->arguments[folderAt], place);
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

static void answer(const struct notice *seen, long result)
{
    struct reply reply = { 0, 0, 0, 0 };
    reply.id = seen->id;
    if (result < 0) reply.error = (int)result;
    else reply.value = result;
    call(IOCTL, listener, SEND, (long)&reply, 0, 0, 0);
}

static void add_in_folder(const struct place *place, const char *name)
{
    add_text(place->folder);
    if (*name && !same(place->folder, "/")) add("/");
    add_text(name);
}

/* Whether the path says just what it is: the real folder and the name in it. */
static int is_real(const struct place *place)
{
    u64 at = length_of(place->folder);
    if (same(place->folder, "/")) at = 0;
    return begins(place->path, place->folder) && place->path[at] == '/' && same(place->path + at + 1, place->last);
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
}

/* Whether a text begins with this name and a path could end there. Folders may take capitals for small letters. */
static int names(const char *name, const char *text)
{
    u64 at = 0;
    while (name[at] && lower(name[at]) == lower(text[at])) at++;
    return name[at] == 0 && (text[at] == 0 || text[at] == '/');
}

/* Which folder this is; none where it cannot be told. */
static struct folder folder_at(long opened, const char *name, int flags)
{
    static struct looked found;
    struct folder folder = { 0, 0, 0 };
    if (call(STATX, opened, (long)name, flags, NUMBER_WANTED, (long)&found, 0) < 0) return folder;
    folder.number = found.number;
    folder.major = found.onMajor;
    folder.minor = found.onMinor;
    return folder;
}

/* Takes over the paths that are kept missing, from a text with an empty line at its end. */
static void keep(char *text)
{
    u64 each = 0;
    char *at, *last = text;
    if (!text || !*text) return;
    kept = text;
    for (at = text; *at; at++) {
        if (*at == '/') last = at;
        if (*at != '\n') continue;
        *at = 0;
        *last = 0;
        if (each < sizeof keptIn / sizeof *keptIn) keptIn[each++] = folder_at(CURRENT_FOLDER, last == kept ? "/" : kept, 0);
        *last = '/';
        kept = last = at + 1;
    }
    kept = text;
}

/* Whether it is a path that is kept missing, or lies below one, or would be one had its folder not been moved. */
static int is_kept(const struct place *place)
{
    const char *each;
    u64 which = 0;
    struct folder in;
    if (!kept || place->folder[0] == 0) return 0;
    in = folder_at(place->opened, "", EMPTY_PATH);
    length = 0;
    add(place->folder);
    if (!same(place->folder, "/")) add("/");
    add(place->last);
    line[length] = 0;
    for (each = kept; *each; each += length_of(each) + 1, which++) {
        const struct folder *own_folder = &keptIn[which];
        u64 at = length_of(each);
        if (names(each, line)) return 1;
        if (which >= sizeof keptIn / sizeof *keptIn || own_folder->number == 0) continue;
        if (own_folder->number != in.number || own_folder->major != in.major || own_folder->minor != in.minor) continue;
        while (each[at - 1] != '/') at--;
        if (names(each + at, place->last)) return 1;
    }
    return 0;
}

static int is_there(long folder, const char *name)
{
    static struct looked found;
    return call(STATX, folder, (long)name, NOT_FOLLOWED, TYPE_WANTED, (long)&found, 0) >= 0;
}

/* Why nothing may be done with this name; 0 where it may. `makes`: the call gives it. */
static long refusal(const struct place *place, int makes)
{
    if (!is_kept(place)) return 0;
    return makes || is_there(place->opened, place->last) ? -EROFS : -ENOENT;
}

/* Puts aside what was made at a path that is kept missing, and tells of it. */
static void put_aside(void)
{
    const char *each;
    looks--;
    for (each = kept; *each; each += length_of(each) + 1) {
        int turn;
        if (!is_there(CURRENT_FOLDER, each)) continue;
        for (turn = 0; turn < 10 && call(UNLINKAT, CURRENT_FOLDER, (long)each, REMOVE_FOLDER, 0, 0, 0) < 0; turn++) {
            length = 0;
            add(each);
            add(".held-by-countersign");
            if (turn) add_number((u64)turn);
            line[length] = 0;
            if (call(RENAMEAT2, CURRENT_FOLDER, (long)each, CURRENT_FOLDER, (long)line, NOT_OVER, 0) >= 0) break;
        }
        length = 0;
        add("{\"syscall\":\"mkdir\",\"path\":\"");
        add_text(each);
        add("\"}\n");
        report();
    }
}

/* Reports one name of a call, as the caller has it, and where that really is. What is not known is said to be missing. */
static void tell_place(const struct named *each, const struct notice *seen, const struct place *place, int found)
{
    if (place->path[0] == 0) return;
    if (place->folder[0] == 0 && (found || place->path[0] != '/')) {
        miss(AT_ONCE);
        return;
    }
    begin_line(each, seen);
    add(",\"path\":\"");
    if (place->path[0] == '/') add_text(place->path);
    else add_in_folder(place, place->last);
    if (found && place->path[0] == '/' && !is_real(place)) {
        add("\",\"at\":\"");
        add_in_folder(place, place->last);
    }
    add("\"}\n");
    report();
}

/* Reports one name of a call that goes on in the kernel. */
static void tell_name(const struct named *each, const struct notice *seen, int folderAt, int pathAt)
{
    struct place *place = places;
    long found;
    if (seen->arguments[pathAt] == 0) return; /* the descriptor itself is meant, which has been opened before */
    found = locate(seen, folderAt, pathAt, place);
    close_it(place->opened);
    if (!valid(seen)) return;
    if (found == GOES_ON && place->path[0] == 0) miss(AT_ONCE);
    else tell_place(each, seen, place, 0);
}

/* The beginning of what /proc says of a process; empty where it says nothing. */
static const char *read_in_proc(unsigned int pid, const char *what)
{
    static char text[1024];
    long file, got = 0;
    name_in_proc(pid, what, -1);
    file = call(OPENAT, CURRENT_FOLDER, (long)line, CLOSE_ON_EXEC, 0, 0, 0);
    if (file >= 0) got = call(READ, file, (long)text, sizeof text - 1, 0, 0, 0);
    close_it(file);
    text[got > 0 ? got : 0] = 0;
    return text;
}

/* Takes over the caller's umask; 0 where it is not known. */
static int take_umask(unsigned int pid)
{
    static long taken = -1;
    const char *status = read_in_proc(pid, "/status");
    long at, mask = 0;
    for (at = 0; status[at] && !begins(status + at, "\nUmask:\t"); at++)
        ;
    if (status[at] == 0) return 0;
    for (at += 8; status[at] >= '0' && status[at] <= '7'; at++) mask = mask * 8 + (status[at] - '0');
    if (mask != taken) call(UMASK, mask, 0, 0, 0, 0, 0);
    taken = mask;
    return 1;
}

/* Whether this is the folder of another process's descriptors, which are links to what they stand for. */
static int holds_descriptors(const struct place *place)
{
    const char *at = place->folder + 6;
    u64 end_of = length_of(place->folder);
    long pid = 0;
    if (!begins(place->folder, "/proc/") || end_of < 10 || !same(place->folder + end_of - 3, "/fd")) return 0;
    for (; *at >= '0' && *at <= '9'; at++) pid = pid * 10 + (*at - '0');
    return *at == '/' && pid != own;
}

static int is_in_proc(long opened)
{
    static u64 of[20];
    return call(FSTATFS, opened, (long)of, 0, 0, 0, 0) >= 0 && of[0] == PROC;
}

/* Whether this program can open it as the caller would: nobody is waited for, and no terminal becomes anybody's own; `isOpen`: the caller has it. */
static int opens_at_once(const struct looked *found, int flags, int isOpen)
{
    if ((found->mode & TYPE) == PIPE_TYPE) return (flags & (ACCESS_MODE | NO_WAIT)) != 0;
    if ((found->mode & TYPE) != DEVICE || found->major == MEMORY_DEVICES) return 1;
    if (found->major == OTHER_TERMINALS) return found->minor == MULTIPLEXER;
    return found->major >= FIRST_TERMINALS && found->major < FIRST_TERMINALS + 8 && (isOpen || (flags & NO_TERMINAL));
}

/* A number of what /proc says in /stat: so many words behind the name in brackets, which may hold anything; 0 where it says nothing. */
static unsigned int number_in_stat(unsigned int pid, int words)
{
    const char *at = read_in_proc(pid, "/stat"), *last = at;
    unsigned int number = 0;
    for (; *at; at++)
        if (*at == ')') last = at;
    for (; words > 0 && *last; last++) words -= *last == ' ';
    for (; *last >= '0' && *last <= '9'; last++) number = number * 10 + (unsigned int)(*last - '0');
    return number;
}

/*
 * Opens the caller's terminal, /dev/tty, as the one of its standard descriptors that is that. It has no name in here; where it is none
 * of them only the caller can open it.
 */
static long open_terminal(unsigned int pid, int how)
{
    static struct looked found;
    unsigned int terminal = number_in_stat(pid, 5);
    int each;
    if (terminal == 0) return *read_in_proc(pid, "/stat") ? -ENXIO : GOES_ON;
    for (each = 0; each < 3; each++) {
        long opened;
        name_in_proc(pid, "/fd/", each);
        if (call(STATX, CURRENT_FOLDER, (long)line, 0, TYPE_WANTED, (long)&found, 0) < 0) continue;
        if ((found.mode & TYPE) != DEVICE || found.major != (terminal >> 8 & 0xfff)) continue;
        if (found.minor != ((terminal & 0xff) | (terminal >> 12 & 0xfff00))) continue;
        opened = call(OPENAT, CURRENT_FOLDER, (long)line, how & ~(CREATE | NO_FOLLOW), 0, 0, 0);
        if (opened >= 0) return opened;
    }
    return GOES_ON;
}

/* Gives the caller a descriptor, and keeps none: a program that is open for writing cannot be run. */
static long give(const struct notice *seen, long opened, int flags)
{
    struct {
        u64 id;
        unsigned int flags, from, to, toFlags;
    } added = { 0, 0, 0, 0, 0 };
    long result;
    added.id = seen->id;
    added.from = (unsigned int)opened;
    added.toFlags = (unsigned int)(flags & CLOSE_ON_EXEC);
    if (!(flags & NO_WAIT)) call(FCNTL, opened, SET_STATUS, flags & (APPEND | DIRECT | NO_ACCESS_TIME), 0, 0, 0);
    result = call(IOCTL, listener, ADD_DESCRIPTOR, (long)&added, 0, 0, 0);
    close_it(opened);
    return result;
}

/* The command's process; how it ended, once that is known. */
static long command;
static int status, over;

/* Lets go of those that ended, also of processes whose parents ended before them: they belong to this one, which may look into them. 0: others of these kinds go on. */
static long let_go_of_ended(long kinds)
{
    int how;
    long ended;
    while ((ended = call(WAIT4, -1, (long)&how, END_NOT_AWAITED | kinds, 0, 0, 0)) > 0)
        if (ended == command) status = how, over = 1;
    return ended;
}

/* Begins a process for what could make this one wait: 0 in it, which answers and ends. */
static long apart(void)
{
    long made;
    let_go_of_ended(ALL_KINDS);
    made = call(CLONE, 0, 0, 0, 0, 0, 0);
    if (made != 0) return made < 0 ? made : ANSWERED;
    close_it(reports);
    close_it(source);
    close_it(sink);
    return 0;
}

__attribute__((noreturn)) static void answer_apart(const struct notice *seen, long result)
{
    answer(seen, result);
    for (;;) call(EXIT, 0, 0, 0, 0, 0, 0);
}

/* Opens what is there and waits for whoever it is shared with. */
static long open_apart(const struct notice *seen, const struct place *place, int how, int flags)
{
    long opened = apart();
    if (opened != 0) return opened;
    opened = call(OPENAT, place->opened, (long)place->last, how & ~(CREATE | NO_WAIT), 0, 0, 0);
    answer_apart(seen, opened < 0 ? opened : give(seen, opened, flags));
}

/*
 * Opens what a place names. A link at its end is followed here, name by name, so that nothing is made but under a name that was
 * looked at; what can be opened by a link of /proc is there already.
 */
static long open_here(const struct notice *seen, struct place *place, int flags, u64 mode)
{
    static struct looked found;
    static char target[4097];
    int turn, waits;
    for (turn = 0; turn < 40; turn++) {
        long look = call(OPENAT, place->opened, (long)place->last, NAMES_ONLY | NO_FOLLOW | CLOSE_ON_EXEC, 0, 0, 0), opened;
        int how = flags | NO_FOLLOW | NO_WAIT | NO_TERMINAL | CLOSE_ON_EXEC, inProc = is_in_proc(place->opened);
        found.mode = 0;
        if (is_kept(place)) {
            close_it(look);
            return look < 0 && !(flags & CREATE) ? look : -EROFS;
        }
        if (look < 0 && (look != -ENOENT || !(flags & CREATE))) return look;
        if (look >= 0 && (flags & CREATE) && (flags & EXCLUSIVE)) {
            close_it(look);
            return -EEXIST;
        }
        if (inProc) {
            close_it(look);
            if (!holds_descriptors(place) || (flags & NO_FOLLOW)) return -EROFS;
            look = call(OPENAT, place->opened, (long)place->last, NAMES_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
            if (look < 0) return look;
            how &= ~(CREATE | NO_FOLLOW);
        }
        if (look >= 0 && call(STATX, look, (long)"", EMPTY_PATH, TYPE_WANTED, (long)&found, 0) < 0) found.mode = 0;
        if ((found.mode & TYPE) == LINK && !inProc && !(flags & NO_FOLLOW)) {
            int asFolder = place->last[length_of(place->last) - 1] == '/';
            long got = call(READLINKAT, look, (long)"", (long)target, sizeof target - 1, 0, 0), base = place->opened;
            close_it(look);
            if (got < 0) return got;
            if (asFolder) return -EISDIR;
            target[got] = 0;
            if (target[0] == '/') {
                close_it(base);
                base = CURRENT_FOLDER;
            }
            got = open_folder(place, target, base, seen->pid);
            if (got < 0) return got;
            continue;
        }
        close_it(look);
        if ((found.mode & TYPE) == DEVICE && found.major == OTHER_TERMINALS && found.minor == 0) {
            opened = open_terminal(seen->pid, how);
            return opened < 0 ? opened : give(seen, opened, flags);
        }
        /* Where names are kept, whoever reads this one again must not be able to make one. */
        waits = kept && (flags & CREATE) && look >= 0;
        if (!opens_at_once(&found, flags, inProc))
            return waits && (found.mode & TYPE) == PIPE_TYPE ? open_apart(seen, place, how, flags) : GOES_ON;
        if ((look < 0 || (flags & UNNAMED)) && !take_umask(seen->pid)) return GOES_ON;
        opened = call(OPENAT, place->opened, (long)place->last, how, (long)mode, 0, 0);
        if (opened >= 0) return give(seen, opened, flags);
        /* It has become a link meanwhile. */
        if (opened == -ELOOP && !(flags & NO_FOLLOW)) continue;
        /* Nobody reads from it yet, or somebody has a lease on it. */
        if (!(flags & NO_WAIT) && (opened == -EAGAIN || (opened == -ENXIO && (found.mode & TYPE) == PIPE_TYPE)))
            return waits ? open_apart(seen, place, how, flags) : GOES_ON;
        return opened;
    }
    return -ELOOP;
}

/* Does a call whose names were found; what came of it, or GOES_ON. */
static long perform(const struct named *each, const struct notice *seen)
{
    struct place *one = places, *other = places + 1;
    u64 more = each->more == NONE ? 0 : seen->arguments[(int)each->more];
    long from = one->opened, name = (long)one->last, got = 0;
    if (each->does != OPENS) got = refusal(one, each->does == MAKES_FOLDER || each->does == MAKES_NODE || each->does == POINTS);
    if (got == 0 && each->otherPath != NONE) got = refusal(other, 1);
    if (got < 0) return got;
    switch (each->does) {
    case OPENS:
        if (each->more == NONE) return open_here(seen, one, 01 | CREATE | 01000, seen->arguments[1]);
        return open_here(seen, one, (int)more, seen->arguments[each->more + 1]);
    case MAKES_FOLDER:
        return take_umask(seen->pid) ? call(MKDIRAT, from, name, (long)more, 0, 0, 0) : GOES_ON;
    case MAKES_NODE:
        return take_umask(seen->pid) ? call(MKNODAT, from, name, (long)more, (long)seen->arguments[each->more + 1], 0, 0) : GOES_ON;
    case REMOVES: return call(UNLINKAT, from, name, (long)more, 0, 0, 0);
    case REMOVES_AS_FOLDER: return call(UNLINKAT, from, name, REMOVE_FOLDER, 0, 0, 0);
    case MOVES: return call(RENAMEAT2, from, name, other->opened, (long)other->last, (long)more, 0);
    case LINKS: return call(LINKAT, from, name, other->opened, (long)other->last, (long)more, 0);
    default:
        got = read_path(seen->pid, seen->arguments[0], path);
        if (got < 0) return got == -EFAULT || got == -ENAMETOOLONG ? got : GOES_ON;
        return call(SYMLINKAT, (long)path, from, name, 0, 0, 0);
    }
}

/* Lets a call go on of which it is not known what it does. */
static void pass(const struct notice *seen)
{
    static int said;
    if (!said) miss(AT_ONCE);
    said = 1;
    let_go_on(seen);
    if (kept) looks = 50;
}

/* Whether a call could give a name, if the one that it reads is not the one that was looked at. */
static int could_give(const struct named *each, const struct notice *seen)
{
    if (each->does != OPENS) return each->does != REMOVES && each->does != REMOVES_AS_FOLDER;
    return each->more == NONE || (seen->arguments[(int)each->more] & CREATE) != 0;
}

/* Does a call in the place of the kernel, and tells its names first. */
static void do_here(const struct named *each, const struct notice *seen)
{
    int two = each->otherPath != NONE;
    long one, other = 0;
    /* It only names something: nothing is made, whatever else it says. */
    if (each->does == OPENS && each->more != NONE && (seen->arguments[(int)each->more] & NAMES_ONLY)) {
        let_go_on(seen);
        return;
    }
    one = locate(seen, each->folder, each->path, places);
    if (two) other = locate(seen, each->otherFolder, each->otherPath, places + 1);
    if (valid(seen)) {
        tell_place(each, seen, places, one == 0);
        if (two) tell_place(each, seen, places + 1, other == 0);
        if (one == 0 && other == 0) one = perform(each, seen);
        else if (one == 0 || other == GOES_ON) one = other;
        if (one == GOES_ON && kept && could_give(each, seen)) one = -EACCES;
        if (one == GOES_ON) pass(seen);
        else if (one != ANSWERED) answer(seen, one);
    }
    close_it(places[0].opened);
    if (two) close_it(places[1].opened);
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
    begin_line(each, seen);
    add(",\"port\":");
    add_number((u64)(address[2] << 8 | address[3]));
    add(",\"address\":\"");
    for (; from < to; from++) add_byte(address[from]);
    add("\"}\n");
    report();
}

/*
 * Sets a mode with which a folder hands on its group. What a path or a descriptor leads to is opened once, by name only, and nothing else is looked at and
 * changed. A file does not get this bit: whoever runs it would have its group's rights.
 */
static void set_mode(const struct named *each, const struct notice *seen, u64 mode)
{
    static struct looked found;
    static struct {
        u64 flags, mode, resolve;
    } how;
    struct place *place = places;
    int flags = seen->number == FCHMODAT2 ? (int)seen->arguments[3] : 0, descriptor = (int)seen->arguments[0];
    long at = 0, opened;
    place->opened = CURRENT_FOLDER;
    place->path[0] = 0;
    if (seen->number == FCHMOD) opened = descriptor < 0 ? -EBADF : open_base(seen->pid, descriptor);
    else {
        at = flags & ~(NOT_FOLLOWED | EMPTY_PATH) ? -EINVAL : locate(seen, each->folder, each->path, place);
        how.flags = (u64)(NAMES_ONLY | CLOSE_ON_EXEC | (flags & NOT_FOLLOWED ? NO_FOLLOW : 0));
        /* Any other such link would be taken for this program's own. */
        how.resolve = place->opened >= 0 && is_in_proc(place->opened) ? 0 : NO_MAGIC_LINKS;
        if (at == 0 && place->path[0] == 0 && (flags & EMPTY_PATH)) opened = place->opened, place->opened = CURRENT_FOLDER;
        else opened = at < 0 ? at : call(OPENAT2, place->opened, (long)place->last, (long)&how, sizeof how, 0, 0);
        close_it(place->opened);
    }
    if (valid(seen)) {
        if (seen->number != FCHMOD) tell_place(each, seen, place, 0);
        if (opened < 0) at = opened == GOES_ON || opened == -ENOSYS ? REFUSED : opened;
        else if (call(STATX, opened, (long)"", EMPTY_PATH, TYPE_WANTED, (long)&found, 0) < 0) at = REFUSED;
        else if ((found.mode & TYPE) != FOLDER_TYPE) at = (found.mode & TYPE) == LINK ? -EOPNOTSUPP : REFUSED;
        else {
            name_in_proc((unsigned int)own, "/fd/", (int)opened);
            at = call(FCHMODAT, CURRENT_FOLDER, (long)line, (long)(mode & 07777), 0, 0, 0);
        }
        answer(seen, at);
    }
    close_it(opened);
}

/* A descriptor of the caller's, as one of this program's. */
static long take_descriptor(const struct notice *seen, long descriptor)
{
    const char *status = read_in_proc(seen->pid, "/status");
    long at, process = 0, handle, taken;
    for (at = 0; status[at] && !begins(status + at, "\nTgid:\t"); at++)
        ;
    if (status[at] == 0) return -EACCES;
    for (at += 7; status[at] >= '0' && status[at] <= '9'; at++) process = process * 10 + (status[at] - '0');
    handle = call(PIDFD_OPEN, process, 0, 0, 0, 0, 0);
    if (handle < 0) return -EACCES;
    taken = call(PIDFD_GETFD, handle, descriptor, 0, 0, 0, 0);
    close_it(handle);
    return taken < 0 && taken != -EBADF ? -EACCES : taken;
}

/* The device of the file system that a node is in, as the kernel's lists have it: Btrfs tells another one for each of its parts. */
static unsigned int device_of(const struct looked *node)
{
    static char text[200000];
    long file = call(OPENAT, CURRENT_FOLDER, (long)"/proc/self/mountinfo", CLOSE_ON_EXEC, 0, 0, 0), got, have = 0, at = 0;
    while ((got = call(READ, file, (long)text + have, (long)sizeof text - 1 - have, 0, 0, 0)) > 0) have += got;
    close_it(file);
    text[have] = 0;
    while (text[at]) {
        /* The mount, the one around it, and the device's two numbers. */
        u64 numbers[4] = { 0, 0, 0, 0 };
        int each;
        for (each = 0; each < 4; each++, at += text[at] != 0)
            for (; text[at] >= '0' && text[at] <= '9'; at++) numbers[each] = numbers[each] * 10 + (u64)(text[at] - '0');
        if (numbers[0] == node->mount) return (unsigned int)(numbers[2] << 20 | numbers[3]);
        while (text[at] && text[at] != '\n') at++;
        if (text[at]) at++;
    }
    return node->onMajor << 20 | node->onMinor;
}

/* Whether the kernel knows of a socket of this network that listens at this node, and of one that the command made where that counts. */
static int listens_here(const struct looked *node)
{
    static const struct {
        unsigned int length;
        unsigned short type, flags;
        unsigned int sequence, process;
        unsigned char family, protocol, pad[2];
        unsigned int states, number, show, cookie[2];
    } question = { 40, 20, 0x301, 0, 0, AF_UNIX, 0, { 0, 0 }, 1 << 10, 0, 2, { 0, 0 } };
    static unsigned int words[8192];
    long got;
    unsigned int one, device = device_of(node);
    if (call(WRITE, kernel, (long)&question, sizeof question, 0, 0, 0) < 0) return 0;
    for (int found = 0, done = 0;;) {
        long at = 0;
        got = call(READ, kernel, (long)words, sizeof words, 0, 0, 0);
        if (got <= 0) return found;
        while (at + 16 <= got && !done) {
            /* nlmsghdr, unix_diag_msg, and then its attributes, of which only the one that was asked for comes. */
            const unsigned int *message = words + at / 4;
            unsigned int bytes = message[0];
            if (bytes < 16 || at + (long)bytes > got || (message[1] & 0xffff) != 20) done = 1;
            else if (bytes >= 44 && message[8] == (1 << 16 | 12) && message[9] == (unsigned int)node->number
                     && message[10] == device) {
                if (meets == OF_NETWORK) found = 1;
                for (one = 0; one < numberCount && one < 256; one++)
                    if (numbers[one] == message[5]) found = 1;
            }
            at += (bytes + 3) & ~3U;
        }
        if (done) return found;
    }
}

static int is_allowed(const struct looked *node)
{
    static struct looked found;
    int each;
    for (each = 0; each < allowedCount; each++)
        if (call(STATX, allowed[each], (long)"", EMPTY_PATH, NUMBER_WANTED, (long)&found, 0) >= 0 && found.number == node->number
            && found.onMajor == node->onMajor && found.onMinor == node->onMinor)
            return 1;
    return 0;
}

static struct {
    unsigned short family;
    char text[130];
} address;

/*
 * Whether nobody listens any more at the node that the address names, in whatever network. Asked by one end of a pair, which the kernel
 * connects to nothing else: nothing of it reaches who does listen.
 */
static int is_left(long given)
{
    static int pair[2];
    long found;
    if (call(SOCKET_PAIR, AF_UNIX, STREAM | CLOSE_ON_EXEC | NO_WAIT, 0, (long)pair, 0, 0) < 0) return 0;
    found = call(CONNECT, pair[0], (long)&address, given, 0, 0, 0);
    close_it(pair[0]);
    close_it(pair[1]);
    return found == -ECONNREFUSED;
}

/* Opens the socket that an address names, by name only, and puts a name for just that one into the address; its length, or why not. */
static long lead_to(const struct notice *seen, long *opened)
{
    static struct looked node;
    struct place *place = places;
    long found = locate_read(seen, CURRENT_FOLDER, place);
    if (found == 0) found = *opened = call(OPENAT, place->opened, (long)place->last, NAMES_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
    close_it(place->opened);
    if (found < 0) return found == GOES_ON ? -EACCES : found;
    if (call(STATX, *opened, (long)"", EMPTY_PATH, NUMBER_WANTED, (long)&node, 0) < 0 || (node.mode & TYPE) != SOCKET_NODE) return -ECONNREFUSED;
    /* In the process that connects, which has the same descriptors. */
    length = 0;
    add("/proc/self/fd/");
    add_number((u64)*opened);
    line[length] = 0;
    for (found = 0; line[found]; found++) address.text[found] = line[found];
    address.text[found] = 0;
    if (!is_allowed(&node) && !listens_here(&node)) {
        static char real[4097];
        if (is_left(found + 3)) return -ECONNREFUSED;
        name_in_proc((unsigned int)own, "/fd/", (int)*opened);
        found = call(READLINKAT, CURRENT_FOLDER, (long)line, (long)real, sizeof real - 1, 0, 0);
        real[found > 0 ? found : 0] = 0;
        length = 0;
        add("{\"syscall\":\"connect\",\"path\":\"");
        add_text(real);
        add("\"}\n");
        if (real[0] == '/') report();
        return -EACCES;
    }
    return found + 3;
}

/* Gives a socket of the caller's a path as its name. What is asked of it later is this very text, so that nothing in it is changed. */
static long bind_path(const struct named *each, const struct notice *seen, long socket, long given)
{
    struct place *place = places;
    long found = locate_read(seen, CURRENT_FOLDER, place), base;
    const char *keep;
    if (valid(seen)) tell_place(each, seen, place, found == 0);
    if (found == 0) found = refusal(place, 1);
    close_it(place->opened);
    if (found != 0) return found == GOES_ON ? -EACCES : found;
    /* The folders on the way may be others by now. */
    for (keep = kept; keep && *keep; keep += length_of(keep) + 1) {
        u64 from = length_of(keep), at;
        while (from && keep[from - 1] != '/') from--;
        for (at = 0; keep[from + at] && lower(keep[from + at]) == lower(place->last[at]); at++)
            ;
        if (keep[from + at] == place->last[at]) return -EROFS;
    }
    if (!take_umask(seen->pid)) return -EACCES;
    base = address.text[0] == '/' ? CURRENT_FOLDER : open_base(seen->pid, CURRENT_FOLDER);
    if (base >= 0) call(FCHDIR, base, 0, 0, 0, 0, 0);
    found = call(BIND, socket, (long)&address, given, 0, 0, 0);
    if (base >= 0) call(CHDIR, (long)"/", 0, 0, 0, 0, 0);
    close_it(base);
    return found;
}

/* Names or connects a socket in the place of the kernel: both the address and the descriptor could be others by the time it looked. */
static void do_socket(const struct named *each, const struct notice *seen)
{
    static struct looked found;
    static int family;
    static unsigned int bytes;
    long given = (int)seen->arguments[2], socket, opened = -1, at;
    if (given < 0 || given > 128) {
        answer(seen, -EINVAL);
        return;
    }
    at = given == 0 ? 0 : copy(seen->pid, seen->arguments[1], &address, (u64)given);
    socket = at == given ? take_descriptor(seen, (int)seen->arguments[0]) : at == -EFAULT || at >= 0 ? -EFAULT : -EACCES;
    if (!valid(seen)) {
        close_it(socket);
        return;
    }
    bytes = sizeof family;
    if (socket >= 0) at = call(GETSOCKOPT, socket, SOCKET_LEVEL, SOCKET_FAMILY, (long)&family, (long)&bytes, 0);
    if (socket < 0 || at < 0) {
        answer(seen, socket < 0 ? socket : at);
        close_it(socket);
        return;
    }
    at = 0;
    if (family == AF_UNIX && given >= 2 && address.family == AF_UNIX) {
        address.text[given - 2] = 0;
        for (at = 0; address.text[at]; at++) places[0].path[at] = address.text[at];
        places[0].path[at] = 0;
        at = 0;
        if (given > 110) at = -EINVAL;
        else if (address.text[0]) at = each->number == BIND ? bind_path(each, seen, socket, given) : lead_to(seen, &opened);
        else if (meets != OF_NETWORK) at = -EACCES;
        else if (each->number == BIND) at = call(BIND, socket, (long)&address, given, 0, 0, 0);
        if (at > 0) given = at;
    } else if (each->number == BIND) at = call(BIND, socket, (long)&address, given, 0, 0, 0);
    else tell_address(each, seen, 1);
    if (at >= 0 && each->number == BIND && family == AF_UNIX
        && call(STATX, socket, (long)"", EMPTY_PATH, NUMBER_WANTED, (long)&found, 0) >= 0)
        numbers[numberCount++ % 256] = found.number;
    if (at >= 0 && each->number == CONNECT) {
        at = apart();
        if (at == 0) answer_apart(seen, call(CONNECT, socket, (long)&address, given, 0, 0, 0));
    }
    if (at != ANSWERED) answer(seen, at < 0 ? at : 0);
    close_it(opened);
    close_it(socket);
}

/* Tells, once, that a process failed which the command's own one started: a shell keeps that to itself where it was not the last. */
static void tell_failure(const struct notice *seen)
{
    static int told;
    if (told || number_in_stat(seen->pid, 2) != (unsigned int)command || !valid(seen)) return;
    told = 1;
    length = 0;
    add("{\"failed\":");
    add_number(seen->arguments[0] & 0xff);
    add("}\n");
    report();
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
        answer(seen, REFUSED);
        begin_line(each, seen);
        add("}\n");
        report();
        return;
    }
    if (seen->number == EXIT) {
        tell_failure(seen);
        let_go_on(seen);
        return;
    }
    if (each < calls + CALLS && each->does != IS_TOLD && doesHere) {
        do_here(each, seen);
        return;
    }
    /* Also for a process that took rights from itself with Landlock, which says nothing of modes. */
    at = seen->number == FCHMOD ? seen->arguments[1] : each < calls + CALLS && each->does == IS_TOLD && each->more != NONE ? seen->arguments[(int)each->more] : 0;
    if ((at & HANDS_ON_GROUP) && !anyMode) {
        set_mode(each, seen, at);
        return;
    }
    /* From now on a process may have fewer rights than this program. */
    if (seen->number == LANDLOCK_SELF) doesHere = 0;
    else if (meets && (seen->number == CONNECT || seen->number == BIND)) {
        do_socket(each, seen);
        return;
    } else if (seen->number == CONNECT) tell_address(each, seen, 1);
    else if (seen->number == SENDTO) tell_address(each, seen, 4);
    else if (each < calls + CALLS) {
        tell_name(each, seen, each->folder, each->path);
        if (each->otherPath != NONE) tell_name(each, seen, each->otherFolder, each->otherPath);
        if (each->does != IS_TOLD) {
            pass(seen);
            return;
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
    put(IF_EQUAL, OPENAT2, 0, 1);
    put(RETURN, FAILS | ENOSYS, 0, 0);
    /* Whoever ends well has nothing to tell. */
    put(IF_EQUAL, EXIT, 0, 5);
    put(LOAD, ARGUMENT_AT(0), 0, 0);
    put(KEEP_BITS, 0xff, 0, 0);
    put(IF_EQUAL, 0, 0, 1);
    put(RETURN, ALLOWED, 0, 0);
    put(RETURN, ASK, 0, 0);
    put(IF_EQUAL, FCHMOD, 0, 5);
    put(LOAD, ARGUMENT_AT(1), 0, 0);
    put(KEEP_BITS, HANDS_ON_GROUP, 0, 0);
    put(IF_EQUAL, 0, 0, 1);
    put(RETURN, ALLOWED, 0, 0);
    put(RETURN, ASK, 0, 0);
    /* Whoever shuts its memory to this program is told that it did: what its calls name is to be known. */
    put(IF_EQUAL, PRCTL, 0, 7);
    put(LOAD, ARGUMENT_AT(0), 0, 0);
    put(IF_EQUAL, SET_DUMPABLE, 0, 4);
    put(LOAD, ARGUMENT_AT(1), 0, 0);
    put(IF_EQUAL, 0, 0, 1);
    put(RETURN, FAILS, 0, 0);
    put(RETURN, ALLOWED, 0, 0);
    put(RETURN, ALLOWED, 0, 0);
    put(IF_EQUAL, SOCKET, 0, 12);
    put(LOAD, ARGUMENT_AT(0), 0, 0);
    put(IF_EQUAL, AF_NETLINK, 6, 0);
    put(IF_EQUAL, AF_UNIX, 0, 8);
    put(LOAD, ARGUMENT_AT(1), 0, 0);
    put(KEEP_BITS, TYPE_BITS, 0, 0);
    /* Connected ones: any other sends by an address that lies in memory. */
    put(IF_EQUAL, meets ? STREAM : ~0U, 5, 0);
    put(IF_EQUAL, meets ? PACKET : ~0U, 4, 0);
    put(RETURN, ASK, 0, 0);
    put(LOAD, ARGUMENT_AT(2), 0, 0);
    put(IF_EQUAL, 0, 1, 0);
    put(RETURN, FAILS | EAFNOSUPPORT, 0, 0);
    put(RETURN, ALLOWED, 0, 0);
    /* What only this program may. */
    put(IF_EQUAL, PIDFD_GETFD, 0, 1);
    put(RETURN, FAILS | 1, 0, 0);
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
    u64 at, name = length_of(file);
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
    doesHere = listener >= 0;
    if (listener == -EINVAL) listener = call(SECCOMP, SET_MODE_FILTER, NEW_LISTENER, (long)&filter, 0, 0, 0);
    if (listener < 0 || ((kept || meets) && !doesHere)) end("the command cannot be observed", 125);
    call(SIGPROCMASK, 2, (long)&signals, 0, sizeof signals, 0, 0);
    end(why(find_and_execute(words, environment)), 1);
}

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
    long count = stack[0];
    const char **words = (const char **)(stack + 2), **environment = (const char **)(stack + 1) + count + 1;
    const char *socket = take(environment, "COUNTERSIGN_OBSERVER_SOCKET"), *word = take(environment, "COUNTERSIGN_OBSERVER_WORD");
    u64 every = ~0UL;
    static const long millisecond[2] = { 0, 1000000 };
    static int handleOfChild;
    static struct {
        int descriptor;
        short wanted, found;
    } waits[6];
    /* Without it the engine takes it that there was more. */
    static const char last[] = "{\"left\":true}\n{\"end\":true}\n";
    static const u64 childEnded = 1 << 16;
    static u64 told[16];
    long ends, left;

    if (count < 2) end("expected a program", 125);
    /* Nothing that the command does may look into this process, nor end it but for good. */
    if (call(PRCTL, SET_DUMPABLE, 0, 0, 0, 0, 0) < 0) end("memory cannot be closed", 125);
    if (call(PRCTL, SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0) < 0) end("privileges cannot be given up", 125);
    call(SIGPROCMASK, 2, (long)&every, (long)&signals, sizeof every, 0, 0);
    /* Yama lets a process look into its descendants alone. */
    call(PRCTL, SET_CHILD_SUBREAPER, 1, 0, 0, 0, 0);
    ends = call(SIGNAL_DESCRIPTOR, -1, (long)&childEnded, sizeof childEnded, CLOSE_ON_EXEC | NO_WAIT, 0, 0);
    own = (int)call(GETPID, 0, 0, 0, 0, 0, 0);
    open_reports(socket, word);
    keep((char *)take(environment, "COUNTERSIGN_OBSERVER_KEPT"));
    anyMode = take(environment, "COUNTERSIGN_OBSERVER_MODES") != 0;
    let_meet((char *)take(environment, "COUNTERSIGN_OBSERVER_SOCKETS"));
    write_filter();
    open_input();
    command = call_here(CLONE, AS_VFORK, 0, (long)&handleOfChild, 0, 0, 0);
    if (command == 0) become(words, environment);
    if (command < 0) end("no process can be started", 125);
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
        waits[5].descriptor = (int)ends;
        waits[5].wanted = READABLE;
        if (call(POLL, (long)waits, 6, looks ? (long)millisecond : 0, 0, 0, 0) < 0) {
            /* No signal reaches this process: somebody took its descriptors away. */
            end_all("it cannot be observed any more");
        }
        if (looks) put_aside();
        if (waits[0].found) break;
        if (waits[5].found) {
            call(READ, ends, (long)told, sizeof told, 0, 0, 0);
            let_go_of_ended(ALL_KINDS);
        }
        if (waits[4].found) end_all("whoever started this is gone");
        if (waits[1].found & READABLE) handle();
        /* Nobody is left who could ask. */
        else if (waits[1].found) listener = -1;
        if (waits[3].found & BROKEN) close_input();
        else if (waits[2].found || waits[3].found) carry(waits[3].found & WRITABLE);
    }
    /* What the command started is its own or, where parents ended before it, this one's, which made its helpers of another kind. */
    let_go_of_ended(ALL_KINDS);
    left = let_go_of_ended(0);
    /* First, for whoever traces the command could keep it from being waited for. */
    call(KILL, -1, 9, 0, 0, 0, 0);
    if (!over) call(WAIT4, command, (long)&status, 0, 0, 0, 0);
    if (lost) miss(0);
    if (reports >= 0) sent(left == 0 ? last : last + 14, left == 0 ? sizeof last - 1 : sizeof last - 15, 0);
    status = (status & 0x7f) ? 128 + (status & 0x7f) : status >> 8 & 0xff;
    for (;;) call(EXIT, status, 0, 0, 0, 0, 0);
}
