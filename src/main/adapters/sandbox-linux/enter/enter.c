/*
 * Runs a program in namespaces that are held for it: a sandbox whose mounts are made already.
 *
 *   enter <parent> <network> <groups> <folder> <program> [<argument>...]
 *
 * Descriptor 3 is the system call filter (an array of struct sock_filter), 4 the mount namespace, with everything mounted that the
 * command may see, and with `joined` for <network> 5 a network namespace. With `own` the network is a new one, with nothing but its
 * loopback; with `inherited` it is that of whoever starts this. With `inherited` for <groups> so is the control group namespace, with `own` it
 * is a new one.
 *
 * What the program has is its own, as if the sandbox had been made for it: a copy of the mounts, new user, process, IPC and host name
 * namespaces, its own /proc, /dev/shm and terminals. So no command meets what another one left. It leads a session, has no
 * capabilities and can get none, works in <folder>, and stands under the filter. Between this program and it stands one that ends
 * with it, and with which all of its processes end. Both die with <parent>, which must be this program's parent. Ends with the program's
 * exit code, or with 128 and the signal that ended it.
 *
 * Whoever starts it must own the user namespaces that the held ones belong to (user_namespaces(7)): then it may enter them.
 *
 * Ends with 1 and a line on standard error where any of this is impossible; the program is not started then.
 * Built without a C library by scripts/build-stages.mjs, whose output is enter-program.ts.
 */
#include "../confine/system-call.h"

#if defined(__x86_64__)
enum {
    READ = 0, WRITE = 1, CLOSE = 3, POLL = 271, IOCTL = 16, SOCKET = 41, CLONE = 56, EXECVE = 59, EXIT = 231, WAIT4 = 61, CHDIR = 80,
    GETUID = 102, GETGID = 104, GETPPID = 110, SETSID = 112, CAPSET = 126, PRCTL = 157, MOUNT = 165, OPENAT = 257, UNSHARE = 272,
    PIPE = 293, SETNS = 308
};
#elif defined(__aarch64__)
enum {
    READ = 63, WRITE = 64, CLOSE = 57, POLL = 73, IOCTL = 29, SOCKET = 198, CLONE = 220, EXECVE = 221, EXIT = 94, WAIT4 = 260, CHDIR = 49,
    GETUID = 174, GETGID = 176, GETPPID = 173, SETSID = 157, CAPSET = 91, PRCTL = 167, MOUNT = 40, OPENAT = 56, UNSHARE = 97,
    PIPE = 59, SETNS = 268
};
#endif

enum { FILTER_FILE = 3, MOUNTS = 4, NETWORK = 5 };
/* linux/sched.h. */
enum { NEW_MOUNTS = 0x20000, NEW_CGROUPS = 0x2000000, NEW_HOST_NAME = 0x4000000, NEW_IPC = 0x8000000, NEW_USERS = 0x10000000, NEW_PROCESSES = 0x20000000, NEW_NETWORK = 0x40000000, END_TOLD = 17 };
/* linux/nsfs.h: the user namespace that a namespace belongs to. */
#define OWNER 0xb701
/* linux/prctl.h. */
enum { DEATH_SIGNAL = 1, SET_DUMPABLE = 4, SET_SECCOMP = 22, FILTER = 2, DROP_BOUND = 24, SET_NO_NEW_PRIVS = 38, AMBIENT = 47, CLEAR_AMBIENT = 4, KILL = 9 };
/* linux/mount.h. */
enum { READ_ONLY = 1, NO_SETUID = 2, NO_DEVICES = 4, NO_PROGRAMS = 8 };
/* linux/if.h. */
enum { AF_INET = 2, DATAGRAM = 2, GET_FLAGS = 0x8913, SET_FLAGS = 0x8914, UP = 1 };
enum { CURRENT_FOLDER = -100, WRITE_ONLY = 1, NAMES_ONLY = 010000000, CLOSE_ON_EXEC = 02000000, BROKEN = 0x10, EINTR = 4 };
enum { MAX_INSTRUCTIONS = 4096, LAST_CAPABILITY = 63, CAPABILITIES_VERSION = 0x20080522 };

static struct instruction instructions[MAX_INSTRUCTIONS];

static void say(const char *text)
{
    call(WRITE, 2, (long)text, length_of(text), 0, 0, 0);
}

static __attribute__((noreturn)) void leave(long code)
{
    for (;;) call(EXIT, code, 0, 0, 0, 0, 0);
}

static __attribute__((noreturn)) void end(const char *why)
{
    say("enter: ");
    say(why);
    say("\n");
    leave(1);
}

static void must(long result, const char *why)
{
    if (result < 0) end(why);
}

/* Enters a namespace, and first the user namespace that it belongs to: that gives the right to. */
static void enter(int namespace, long kind)
{
    long owner = call(IOCTL, namespace, OWNER, 0, 0, 0, 0);
    must(owner, "it cannot be told whose namespace it is");
    must(call(SETNS, owner, NEW_USERS, 0, 0, 0, 0), "the user namespace cannot be entered");
    must(call(SETNS, namespace, kind, 0, 0, 0, 0), "a namespace cannot be entered");
    call(CLOSE, owner, 0, 0, 0, 0, 0);
}

static void raise_loopback(void)
{
    struct {
        char name[16];
        short flags;
        char rest[22];
    } wanted = { "lo", 0, { 0 } };
    long socket = call(SOCKET, AF_INET, DATAGRAM | CLOSE_ON_EXEC, 0, 0, 0, 0);
    must(socket, "the loopback cannot be raised");
    must(call(IOCTL, socket, GET_FLAGS, (long)&wanted, 0, 0, 0), "the loopback cannot be raised");
    wanted.flags |= UP;
    must(call(IOCTL, socket, SET_FLAGS, (long)&wanted, 0, 0, 0), "the loopback cannot be raised");
    call(CLOSE, socket, 0, 0, 0, 0, 0);
}

static void mount_new(const char *kind, const char *place, long flags, const char *options)
{
    must(call(MOUNT, (long)kind, (long)place, (long)kind, flags, (long)options, 0), "a file system cannot be mounted");
}

/* The user keeps their number, in a user namespace of the program's own. `proc` is a /proc that can be written to. */
static void map(long proc, const char *file, u64 inside, u64 outside)
{
    char line[64], *at = put_number(line, inside);
    long map = call(OPENAT, proc, (long)file, WRITE_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
    *at++ = ' ';
    at = put_number(at, outside);
    *at++ = ' ';
    *at++ = '1';
    if (map < 0 || call(WRITE, map, (long)line, at - line, 0, 0, 0) != at - line) end("a user namespace cannot be set up");
    call(CLOSE, map, 0, 0, 0, 0, 0);
}

static void drop_capabilities(void)
{
    struct {
        unsigned int version;
        int process;
    } header = { CAPABILITIES_VERSION, 0 };
    static const unsigned int none[6];
    long capability;
    for (capability = 0; capability <= LAST_CAPABILITY; capability++)
        /* The kernel knows fewer, and says so of the first that it does not. */
        if (call(PRCTL, DROP_BOUND, capability, 0, 0, 0, 0) < 0) break;
    if (capability == 0) end("capabilities cannot be given up");
    must(call(PRCTL, AMBIENT, CLEAR_AMBIENT, 0, 0, 0, 0), "capabilities cannot be given up");
    must(call(CAPSET, (long)&header, (long)none, 0, 0, 0, 0), "capabilities cannot be given up");
    must(call(PRCTL, SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0), "privileges cannot be given up");
}

static void stand_under_filter(void)
{
    struct {
        unsigned short count;
        const struct instruction *program;
    } filter = { 0, instructions };
    long got, all = 0;
    while ((got = call(READ, FILTER_FILE, (long)instructions + all, sizeof instructions - all, 0, 0, 0)) > 0) all += got;
    if (got < 0 || all == 0 || all % sizeof *instructions || all == sizeof instructions) end("the filter cannot be read");
    filter.count = all / sizeof *instructions;
    must(call(PRCTL, SET_SECCOMP, FILTER, (long)&filter, 0, 0, 0), "the filter cannot be applied");
    call(CLOSE, FILTER_FILE, 0, 0, 0, 0, 0);
}

/* Waits until this process ends, of all that end meanwhile; gives the code that tells of it. */
static long ended(long process)
{
    int status = 0;
    long one;
    do one = call(WAIT4, -1, (long)&status, 0, 0, 0, 0);
    while (one != process && (one >= 0 || one == -EINTR));
    if (one < 0) end("the program's end is not told");
    return (status & 0x7f) ? 128 + (status & 0x7f) : status >> 8 & 0xff;
}

/* The first process of the new process namespace, with which all others in it end. `alive` breaks when its parent ends. */
static __attribute__((noreturn)) void hold(long alive, u64 user, u64 group, const char *folder, const char **words, const char **environment)
{
    struct {
        int descriptor;
        short wanted, found;
    } parent = { (int)alive, 0, 0 };
    static const long now[2] = { 0, 0 };
    u64 user_here = call(GETUID, 0, 0, 0, 0, 0, 0), group_here = call(GETGID, 0, 0, 0, 0, 0, 0);
    long proc, command;

    mount_new("proc", "/proc", NO_SETUID | NO_DEVICES | NO_PROGRAMS, 0);
    proc = call(OPENAT, CURRENT_FOLDER, (long)"/proc", NAMES_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
    must(proc, "/proc cannot be opened");
    /* The one that the program sees. The other lies below it, where no name leads. */
    mount_new("proc", "/proc", READ_ONLY | NO_SETUID | NO_DEVICES | NO_PROGRAMS, 0);
    mount_new("tmpfs", "/dev/shm", NO_SETUID | NO_DEVICES, "mode=0755");
    mount_new("devpts", "/dev/pts", NO_SETUID | NO_PROGRAMS, "newinstance,ptmxmode=0666,mode=620");
    must(call(UNSHARE, NEW_USERS, 0, 0, 0, 0, 0), "there is no user namespace for it");
    map(proc, "self/uid_map", user, user_here);
    map(proc, "self/gid_map", group, group_here);
    call(CLOSE, proc, 0, 0, 0, 0, 0);
    drop_capabilities();
    /* The program may not look into this process: its environment is for those in front of the program. */
    must(call(PRCTL, SET_DUMPABLE, 0, 0, 0, 0, 0), "memory cannot be closed");
    /* What was entered took the signal away. */
    must(call(PRCTL, DEATH_SIGNAL, KILL, 0, 0, 0, 0), "it could outlive whoever starts it");
    if (call(POLL, (long)&parent, 1, (long)now, 0, 0, 0) != 0) leave(1);
    call(CLOSE, alive, 0, 0, 0, 0, 0);
    must(call(CHDIR, (long)folder, 0, 0, 0, 0, 0), "the folder cannot be entered");
    must(call(SETSID, 0, 0, 0, 0, 0, 0), "there is no session for it");
    stand_under_filter();
    command = call(CLONE, END_TOLD, 0, 0, 0, 0, 0);
    must(command, "no process can be started");
    if (command != 0) leave(ended(command));
    call(EXECVE, (long)words[0], (long)words, (long)environment, 0, 0, 0);
    end("the program cannot be started");
}

__attribute__((used, noreturn)) void run(long *stack)
{
    long count = stack[0], alive[1], process;
    int ends[2];
    const char **words = (const char **)(stack + 1), **environment = words + count + 1;
    u64 user = call(GETUID, 0, 0, 0, 0, 0, 0), group = call(GETGID, 0, 0, 0, 0, 0, 0);
    char parent[24];
    int own, groups;

    if (count < 6) end("too few arguments");
    own = same(words[2], "own");
    if (same(words[2], "joined")) {
        enter(NETWORK, NEW_NETWORK);
        call(CLOSE, NETWORK, 0, 0, 0, 0, 0);
    } else if (!own && !same(words[2], "inherited"))
        end("expected joined, own or inherited");
    groups = same(words[3], "own");
    if (!groups && !same(words[3], "inherited")) end("expected own or inherited");
    enter(MOUNTS, NEW_MOUNTS);
    call(CLOSE, MOUNTS, 0, 0, 0, 0, 0);
    must(call(UNSHARE, NEW_MOUNTS | NEW_HOST_NAME | NEW_IPC | NEW_PROCESSES | (groups ? NEW_CGROUPS : 0) | (own ? NEW_NETWORK : 0), 0, 0, 0, 0, 0), "this system gives no namespaces");
    if (own) raise_loopback();
    must(call(PRCTL, DEATH_SIGNAL, KILL, 0, 0, 0, 0), "it could outlive whoever starts it");
    put_number(parent, call(GETPPID, 0, 0, 0, 0, 0, 0));
    if (!same(words[1], parent)) end("whoever wanted this is gone");
    must(call(PIPE, (long)ends, CLOSE_ON_EXEC, 0, 0, 0, 0), "there is no pipe for it");
    alive[0] = ends[0];
    process = call(CLONE, END_TOLD, 0, 0, 0, 0, 0);
    must(process, "no process can be started");
    if (process == 0) {
        call(CLOSE, ends[1], 0, 0, 0, 0, 0);
        hold(alive[0], user, group, words[4], words + 5, environment);
    }
    drop_capabilities();
    call(CLOSE, FILTER_FILE, 0, 0, 0, 0, 0);
    leave(ended(process));
}
