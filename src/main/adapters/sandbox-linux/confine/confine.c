/*
 * Confines itself with Landlock, a system call filter and resource limits, and becomes another program.
 *
 *   confine <limits> <count> <path>... <count> (<what> <path>)... <program> [<argument>...]
 *
 * <limits> is `-`, or pairs `<resource>=<value>` with commas between (resource numbers of the kernel); a limit is only
 * ever lowered. Below the paths of the first count, and through the standard descriptors, files may be opened for writing, and names be made,
 * moved and removed; everywhere else that is refused, whatever kind of file it is and whatever comes to be mounted there, and a process in here can
 * trace no process out of here. With `-` for <count> there are no paths and no Landlock rules. <program> is an absolute path.
 *
 * Each of the second paths must be one that something is mounted on: what <what> says, `<major>:<minor>:<inode>` of its device and itself, or
 * anything with `-`. Whoever could move a folder on the way while the launcher mounted would have had something else mounted, or elsewhere.
 * Otherwise it ends with 1 and a line as the launcher's own, which whoever starts it takes for a mount that was refused.
 *
 * The filter refuses pairs of sockets that are not connected for good: a datagram socket, even one of a pair, reaches every
 * Unix socket that it may write to by an address in its message. It is not in the filter of the whole sandbox since the
 * relay of the network, which stands in front of this, makes such a pair.
 *
 * Ends with 125 and a line on standard error where any of this is impossible; the program is not started then, and what was started before
 * it in its process namespace, which is the relay of the network, is killed: nothing else ends it where bubblewrap's first process was killed before
 * the second had asked to die with it.
 * Built without a C library by scripts/build-stages.mjs, whose output is confine-program.ts.
 */
#include "system-call.h"

#if defined(__x86_64__)
enum { OPENAT = 257, WRITE = 1, EXIT = 60, EXECVE = 59, PRCTL = 157, PRLIMIT = 302, SOCKETPAIR = 53, STATX = 332, KILL = 62, GETPID = 39, ARCHITECTURE = 0xc000003e };
#elif defined(__aarch64__)
enum { OPENAT = 56, WRITE = 64, EXIT = 93, EXECVE = 221, PRCTL = 167, PRLIMIT = 261, SOCKETPAIR = 199, STATX = 291, KILL = 129, GETPID = 172, ARCHITECTURE = 0xc00000b7 };
#endif

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { PATH_BENEATH = 1, VERSION = 1, WRITE_FILE = 1 << 1, REFER = 1 << 13, TRUNCATE = 1 << 14 };
/* To remove folders and files, and to make devices, folders, files, sockets, pipes and links. */
enum { NAMES = 0x1ff << 4 };
enum { INVALID = 22, NO_LINKS = 0x100, NO_AUTOMOUNT = 0x800, INODE_WANTED = 0x100, MOUNTED_HERE = 0x2000 };
enum { SET_NO_NEW_PRIVS = 38, SET_SECCOMP = 22, FILTER = 2, CLOSE_ON_EXEC = 02000000, NAMES_ONLY = 010000000, CURRENT_FOLDER = -100 };

struct beneath {
    u64 allowed;
    int parent;
} __attribute__((packed));

enum { TYPE_BITS = 0xf, STREAM = 1, PACKET = 5 };
#define TYPE_AT ARGUMENT_AT(1)
#define UNSUPPORTED (0x00050000 | 97)

static const struct instruction pairs[] = {
    { LOAD, 0, 0, ARCHITECTURE_AT },
    { IF_EQUAL, 0, 6, ARCHITECTURE },
    { LOAD, 0, 0, NUMBER_AT },
    { IF_EQUAL, 0, 4, SOCKETPAIR },
    { LOAD, 0, 0, TYPE_AT },
    { KEEP_BITS, 0, 0, TYPE_BITS },
    { IF_EQUAL, 1, 0, STREAM },
    { IF_EQUAL, 0, 1, PACKET },
    { RETURN, 0, 0, ALLOWED },
    { RETURN, 0, 0, UNSUPPORTED },
};

static const struct {
    unsigned short count;
    const struct instruction *program;
} filter = { sizeof pairs / sizeof *pairs, pairs };

/* statx(2). */
struct found {
    unsigned int mask, blocksize;
    u64 attributes;
    unsigned int links, user, group, mode;
    u64 inode, size, blocks, known_attributes, times[8];
    unsigned int own_major, own_minor, major, minor;
    u64 rest[14];
};

struct limit {
    u64 soft, hard;
};

/* Numbers as small are given in a process namespace of its own; those of a whole machine are the kernel's. */
enum { SMALL = 16 };

static void end_others(void)
{
    if (call(GETPID, 0, 0, 0, 0, 0, 0) < SMALL) call(KILL, -1, 9, 0, 0, 0, 0);
}

static void end(const char *why)
{
    u64 length = 0;
    end_others();
    while (why[length]) length++;
    call(WRITE, 2, (long)"confine: ", 9, 0, 0, 0);
    call(WRITE, 2, (long)why, length, 0, 0, 0);
    call(WRITE, 2, (long)"\n", 1, 0, 0, 0);
    for (;;) call(EXIT, 125, 0, 0, 0, 0, 0);
}

/* Reads digits from *at on; *at is then what follows them. */
static u64 number(const char **at)
{
    u64 value = 0;
    if (**at < '0' || **at > '9') end("expected a number");
    for (; **at >= '0' && **at <= '9'; ++*at) {
        if (value > ~0UL / 10 - 1) end("a number is too large");
        value = value * 10 + (**at - '0');
    }
    return value;
}

static void lower(const char *text)
{
    if (text[0] == '-' && text[1] == 0) return;
    for (;;) {
        struct limit now;
        u64 resource = number(&text), value;
        if (*text++ != '=') end("expected <resource>=<value>");
        value = number(&text);
        if (call(PRLIMIT, 0, resource, 0, (long)&now, 0, 0) < 0) end("a limit cannot be read");
        if (value < now.hard) now.hard = value;
        if (now.soft > now.hard) now.soft = now.hard;
        if (value < now.soft) now.soft = value;
        if (call(PRLIMIT, 0, resource, (long)&now, 0, 0, 0) < 0) end("a limit cannot be set");
        if (*text == 0) return;
        if (*text++ != ',') end("expected a comma");
    }
}

static long allow(long ruleset, long parent, u64 allowed)
{
    struct beneath rule;
    rule.allowed = allowed;
    rule.parent = (int)parent;
    return call(ADD_RULE, ruleset, PATH_BENEATH, (long)&rule, 0, 0, 0);
}

/* `file` is what counts where it is none that has names in it. */
static void allow_path(long ruleset, const char *path, u64 allowed, u64 file)
{
    long parent = call(OPENAT, CURRENT_FOLDER, (long)path, NAMES_ONLY | CLOSE_ON_EXEC, 0, 0, 0);
    long failed;
    if (parent < 0) end("a writable place cannot be opened");
    failed = allow(ruleset, parent, allowed);
    if (failed == -INVALID) failed = allow(ruleset, parent, file);
    if (failed < 0) end("a writable place cannot be allowed");
}

/* Refuses to write below anything but these places, and returns the rules to be applied. */
static long rules_for(const char **paths, long places)
{
    long version = call(CREATE_RULESET, 0, 0, VERSION, 0, 0, 0), ruleset, fd;
    u64 file = WRITE_FILE | (version < 3 ? 0 : TRUNCATE), handled = file | NAMES | REFER;
    /* Version 1 forbids to rename between folders altogether. */
    if (version < 2) end("this kernel has no Landlock, or too old a one");
    ruleset = call(CREATE_RULESET, (long)&handled, sizeof handled, 0, 0, 0, 0);
    if (ruleset < 0) end("no Landlock rules can be made");
    allow_path(ruleset, "/", REFER, REFER);
    for (; places > 0; places--) allow_path(ruleset, *paths++, file | NAMES, file);
    /* A pipe without a name needs no rule, and is refused as one. */
    for (fd = 0; fd < 3; fd++) allow(ruleset, fd, file);
    return ruleset;
}

/* Ends where something else is mounted at this path, or nothing. */
static void look_at(const char *what, const char *path)
{
    static const char refused[] = "bwrap: something was moved while it was mounted\n";
    struct found found;
    u64 wanted[3];
    long part, any = what[0] == '-' && what[1] == 0;
    for (part = 0; part < 3 && !any; part++) {
        wanted[part] = number(&what);
        if (*what++ != (part < 2 ? ':' : 0)) end("expected <major>:<minor>:<inode>");
    }
    if (call(STATX, CURRENT_FOLDER, (long)path, NO_LINKS | NO_AUTOMOUNT, INODE_WANTED, (long)&found, 0) >= 0 &&
        /* Before Linux 5.8 the kernel does not tell. */
        (found.attributes & MOUNTED_HERE || !(found.known_attributes & MOUNTED_HERE)) &&
        (any || (found.major == wanted[0] && found.minor == wanted[1] && found.inode == wanted[2])))
        return;
    end_others();
    call(WRITE, 2, (long)refused, sizeof refused - 1, 0, 0, 0);
    for (;;) call(EXIT, 1, 0, 0, 0, 0, 0);
}

__attribute__((used, noreturn)) void run(long *stack)
{
    long count = stack[0], ruleset = -1, places;
    const char **words = (const char **)(stack + 1), **environment = words + count + 1, **end_of_words = words + count, *text;
    const char *limits;

    if (count < 5) end("too few arguments");
    limits = words[1];
    text = words[2];
    words += 3;
    if (text[0] != '-' || text[1] != 0) {
        places = (long)number(&text);
        if (*text || places > end_of_words - words - 2) end("too few arguments");
        ruleset = rules_for(words, places);
        words += places;
    }
    text = *words++;
    places = (long)number(&text);
    if (*text || places > (end_of_words - words - 1) / 2) end("too few arguments");
    for (; places > 0; places--, words += 2) look_at(words[0], words[1]);
    lower(limits);
    if (call(PRCTL, SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0) < 0) end("privileges cannot be given up");
    if (ruleset >= 0 && call(RESTRICT_SELF, ruleset, 0, 0, 0, 0, 0) < 0) end("the Landlock rules cannot be applied");
    if (call(PRCTL, SET_SECCOMP, FILTER, (long)&filter, 0, 0, 0) < 0) end("the filter cannot be applied");
    call(EXECVE, (long)words[0], (long)words, (long)environment, 0, 0, 0);
    end("the program cannot be started");
    for (;;)
        ;
}
