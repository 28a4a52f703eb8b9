/*
 * Shows a program the file system with copies over some places, so that what it writes there goes to a folder of its own.
 *
 *   view <parent> <staging> <step>... -- <program> [<argument>...]
 *   view opaque <list>
 *
 * In a user and mount namespace of its own every mount becomes read-only, and the places of the steps an overlay that can be
 * written to: no way leads from here to a file of the machine that could be changed. Steps are, in this order:
 *
 *   keep <path>             what is there stays what it is under an overlay around it
 *   over <place> <number>   an overlay of <place>; u<number>, w<number> and l<number> are its upper, work and lower in <staging>
 *   folder <path>           made in the view where it is missing
 *   file <path> <content>   the same
 *
 * The program has the lowest priority and dies with <parent>, which must be its parent. The ids stay what they are.
 * <program> is an absolute path.
 *
 * The second form prints a 1 for each path of the file <list> (each ends with NUL) that is an overlay's folder made anew, and
 * a 0 for each other.
 *
 * Ends with 125 and a line on standard error where any of this is impossible; the program is not started then.
 * Built without a C library by scripts/build-stages.mjs, whose output is view-program.ts.
 */
#include "../confine/system-call.h"

#if defined(__x86_64__)
enum { READ = 0, WRITE = 1, CLOSE = 3, EXECVE = 59, EXIT = 60, OPENAT = 257, MKDIRAT = 258, PRCTL = 157, CHDIR = 80, MOUNT = 165, UNSHARE = 272, GETUID = 102, GETGID = 104, GETPPID = 110, SETPRIORITY = 141, IOPRIO_SET = 251, LGETXATTR = 192 };
#elif defined(__aarch64__)
enum { READ = 63, WRITE = 64, CLOSE = 57, EXECVE = 221, EXIT = 93, OPENAT = 56, MKDIRAT = 34, PRCTL = 167, CHDIR = 49, MOUNT = 40, UNSHARE = 97, GETUID = 174, GETGID = 176, GETPPID = 173, SETPRIORITY = 140, IOPRIO_SET = 30, LGETXATTR = 9 };
#endif

enum { OPEN_TREE = 428, MOVE_MOUNT = 429, MOUNT_SETATTR = 442 };
enum { CURRENT_FOLDER = -100, NEW_USERS = 0x10000000, NEW_MOUNTS = 0x20000, DEATH_SIGNAL = 1, KILL = 9 };
enum { BIND = 4096, RECURSIVE = 16384, PRIVATE = 1 << 18, CLONE_TREE = 1, CLOSE_ON_EXEC = 02000000, EMPTY_PATH = 4, ALL_BELOW = 0x8000 };
enum { WRITE_ONLY = 1, CREATE = 0100, EXCLUSIVE = 0200, LAST = 19, IDLE = 3 << 13, MAX_KEPT = 16 };

struct attributes {
    u64 set, clear, propagation, user;
};

static void say(const char *text)
{
    call(WRITE, 2, (long)text, length_of(text), 0, 0, 0);
}

static void end(const char *why, const char *of)
{
    say("view: ");
    say(why);
    if (of) say(" "), say(of);
    say("\n");
    for (;;) call(EXIT, 125, 0, 0, 0, 0, 0);
}

static char *put(char *at, const char *text)
{
    while (*text) *at++ = *text++;
    *at = 0;
    return at;
}

static void set_down(const char *path, const char *text, const char *why)
{
    long file = call(OPENAT, CURRENT_FOLDER, (long)path, WRITE_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
    u64 length = length_of(text);
    if (file < 0 || call(WRITE, file, (long)text, length, 0, 0, 0) != (long)length) end(why, 0);
    call(CLOSE, file, 0, 0, 0, 0, 0);
}

static void map(const char *path, u64 id)
{
    char line[64];
    put(put_number(put(put_number(line, id), " "), id), " 1");
    set_down(path, line, "a user namespace cannot be set up");
}

static void enter(void)
{
    u64 user = call(GETUID, 0, 0, 0, 0, 0, 0), group = call(GETGID, 0, 0, 0, 0, 0, 0);
    if (call(UNSHARE, NEW_USERS | NEW_MOUNTS, 0, 0, 0, 0, 0) < 0) end("this system gives no user namespace", 0);
    set_down("/proc/self/setgroups", "deny", "a user namespace cannot be set up");
    map("/proc/self/uid_map", user);
    map("/proc/self/gid_map", group);
    if (call(MOUNT, 0, (long)"/", 0, RECURSIVE | PRIVATE, 0, 0) < 0) end("mounts are refused in a user namespace", 0);
}

static void lay_over(const char *place, const char *number)
{
    char lower[32], options[256];
    put(put(lower, "l"), number);
    put(put(put(put(put(put(options, "userxattr,index=off,lowerdir=l"), number), ",upperdir=u"), number), ",workdir=w"), number);
    if (call(MOUNT, (long)place, (long)lower, 0, BIND, 0, 0) < 0) end("this place cannot be mounted:", place);
    if (call(MOUNT, (long)"overlay", (long)place, (long)"overlay", 0, (long)options, 0) < 0) end("an overlay is refused over", place);
}

static void change(const char *path, u64 set, u64 clear, long flags)
{
    struct attributes now = { set, clear, 0, 0 };
    if (call(MOUNT_SETATTR, CURRENT_FOLDER, (long)path, flags, (long)&now, sizeof now, 0) < 0) end("a mount cannot be changed:", path);
}

static void print_opaque(const char *path)
{
    static char paths[1 << 16], answers[1 << 12];
    long file = call(OPENAT, CURRENT_FOLDER, (long)path, CLOSE_ON_EXEC, 0, 0, 0), got, at, begin, kept = 0, many = 0;
    char value[4];
    if (file < 0) end("the list cannot be read", 0);
    while ((got = call(READ, file, (long)(paths + kept), sizeof paths - kept, 0, 0, 0)) > 0) {
        got += kept;
        for (at = begin = 0; at < got; at++) {
            if (paths[at]) continue;
            answers[many++] = call(LGETXATTR, (long)(paths + begin), (long)"user.overlay.opaque", (long)value, sizeof value, 0, 0) == 1 && value[0] == 'y' ? '1' : '0';
            if (many == sizeof answers) call(WRITE, 1, (long)answers, many, 0, 0, 0), many = 0;
            begin = at + 1;
        }
        kept = got - begin;
        if (kept == sizeof paths) end("a path is too long", 0);
        for (at = 0; at < kept; at++) paths[at] = paths[begin + at];
    }
    call(WRITE, 1, (long)answers, many, 0, 0, 0);
    call(EXIT, got < 0 ? 125 : 0, 0, 0, 0, 0, 0);
}

__attribute__((used, noreturn)) void run(long *stack)
{
    long count = stack[0], kept = 0, at, file, trees[MAX_KEPT];
    const char **words = (const char **)(stack + 1), **environment = words + count + 1, **step, *keeps[MAX_KEPT];
    char parent[24];

    if (count == 3 && same(words[1], "opaque")) print_opaque(words[2]);
    if (count < 5) end("too few arguments", 0);
    enter();
    /* What the namespace did to its rights took the signal away. */
    call(PRCTL, DEATH_SIGNAL, KILL, 0, 0, 0, 0);
    put_number(parent, call(GETPPID, 0, 0, 0, 0, 0, 0));
    if (!same(words[1], "-") && !same(words[1], parent)) end("whoever wanted this is gone", 0);
    call(SETPRIORITY, 0, 0, LAST, 0, 0, 0);
    call(IOPRIO_SET, 1, 0, IDLE, 0, 0, 0);
    if (call(CHDIR, (long)words[2], 0, 0, 0, 0, 0) < 0) end("the staging folder cannot be entered", 0);
    for (step = words + 3; step[0] && same(step[0], "keep") && step[1]; step += 2) {
        if (kept == MAX_KEPT) end("there is too much to keep", 0);
        keeps[kept] = step[1];
        trees[kept] = call(OPEN_TREE, CURRENT_FOLDER, (long)step[1], CLONE_TREE | CLOSE_ON_EXEC, 0, 0, 0);
        if (trees[kept++] < 0) end("this place cannot be kept:", step[1]);
    }
    {
        const char **first = step;
        for (; step[0] && same(step[0], "over") && step[1] && step[2]; step += 3) lay_over(step[1], step[2]);
        for (at = 0; at < kept; at++)
            if (call(MOVE_MOUNT, trees[at], (long)"", CURRENT_FOLDER, (long)keeps[at], EMPTY_PATH, 0) < 0) end("this place cannot be kept:", keeps[at]);
        change("/", 1, 0, ALL_BELOW);
        /* The launcher writes its own maps there, and gives the command another one. */
        change("/proc", 0, 1, 0);
        for (; first < step; first += 3) change(first[1], 0, 1, 0);
    }
    for (;;) {
        if (step[0] && same(step[0], "folder") && step[1]) {
            call(MKDIRAT, CURRENT_FOLDER, (long)step[1], 0755, 0, 0, 0);
            step += 2;
        } else if (step[0] && same(step[0], "file") && step[1] && step[2]) {
            file = call(OPENAT, CURRENT_FOLDER, (long)step[1], WRITE_ONLY | CREATE | EXCLUSIVE | CLOSE_ON_EXEC, 0644, 0, 0);
            if (file >= 0) call(WRITE, file, (long)step[2], length_of(step[2]), 0, 0, 0), call(CLOSE, file, 0, 0, 0, 0, 0);
            step += 3;
        } else
            break;
    }
    if (!step[0] || !same(step[0], "--") || !step[1]) end("expected a step, or -- and a program", step[0]);
    call(CHDIR, (long)"/", 0, 0, 0, 0, 0);
    step++;
    call(EXECVE, (long)step[0], (long)step, (long)environment, 0, 0, 0);
    end("the program cannot be started:", step[0]);
    for (;;)
        ;
}
