import { nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

const prepare = `
  cd "$WORK" && rm -rf ./* && printf mine > mine && mkdir d
  rm -rf "$OUT"/* "$OUT"/.[a-z]* && printf original > "$OUT/file" && mkdir "$OUT/dir" "$OUT/full"
  printf inner > "$OUT/full/inner"; rm -rf "$HOME/.profile" "$HOME/bin"; mkdir -p "$HOME/bin"
`
const changed = '[ "$(cat "$OUT/file" 2>/dev/null)" = original ] || echo ESCAPED'
const exists = (path: string): string => `[ -e "${path}" ] && echo ESCAPED`
const gone = (path: string): string => `[ -e "${path}" ] || echo ESCAPED`
const out = '$ENV{OUT}'

const attempts: EscapeAttempt[] = [
  { name: 'makes a file', script: 'echo x > "$OUT/new"', check: exists('$OUT/new') },
  { name: 'overwrites a file', script: 'echo x > "$OUT/file"', check: changed },
  { name: 'appends to a file', script: 'echo x >> "$OUT/file"', check: changed },
  { name: 'truncates a file by name', script: perl(`truncate("${out}/file", 1)`), check: changed },
  {
    name: 'truncates a file while opening it to read',
    script: perl(`my $f = "${out}/file"; syscall(${nr('openat')}, -100, $f, 01000, 0)`),
    check: changed,
  },
  {
    name: 'writes through a descriptor opened for both',
    script: 'exec 3<>"$OUT/file" && echo x >&3',
    check: changed,
  },
  { name: 'deletes a file', script: 'rm -f "$OUT/file"', check: gone('$OUT/file') },
  { name: 'deletes a folder', script: 'rmdir "$OUT/dir"', check: gone('$OUT/dir') },
  { name: 'deletes a tree', script: 'rm -rf "$OUT/full"', check: gone('$OUT/full') },
  { name: 'makes a folder', script: 'mkdir "$OUT/made"', check: exists('$OUT/made') },
  { name: 'renames a file', script: 'mv "$OUT/file" "$OUT/moved"', check: gone('$OUT/file') },
  { name: 'moves a file in', script: 'mv "$OUT/file" ./stolen', check: gone('$OUT/file') },
  { name: 'moves a file out', script: 'mv mine "$OUT/mine"', check: exists('$OUT/mine') },
  {
    name: 'exchanges a file inside with one outside',
    script: perl(`my ($a, $b) = ("mine", "${out}/file"); syscall(${nr('renameat2')}, -100, $a, -100, $b, 2)`),
    check: changed,
  },
  {
    name: 'links a file in and writes to the link',
    script: 'ln "$OUT/file" hard && echo x > hard',
    check: changed,
  },
  { name: 'links a file of its own out', script: 'ln mine "$OUT/hard"', check: exists('$OUT/hard') },
  {
    name: 'writes through a symbolic link',
    script: 'ln -s "$OUT/file" soft && echo x > soft',
    check: changed,
  },
  {
    name: 'writes below a link to a folder',
    script: 'ln -s "$OUT" way && echo x > way/new',
    check: exists('$OUT/new'),
  },
  {
    name: 'writes through a chain of links',
    script: 'ln -s "$OUT" a && ln -s a b && ln -s b c && echo x > c/new',
    check: exists('$OUT/new'),
  },
  {
    name: 'makes a symbolic link',
    script: 'ln -s x "$OUT/soft"',
    check: '[ -L "$OUT/soft" ] && echo ESCAPED',
  },
  {
    name: 'goes up with dots',
    script: 'echo x > "../outside/new"',
    check: exists('$OUT/new'),
    alone: 'its way begins at the workspace itself',
  },
  {
    name: 'goes up from a folder it is moved out of',
    script:
      'mkdir -p d/e && cd d/e && mv ../../d/e /tmp/cs-e-$$ && echo x > ../../var/tmp/x 2>/dev/null; rm -rf /tmp/cs-e-$$; cd "$WORK"; echo x > d/../../outside/new',
    check: exists('$OUT/new'),
    alone: 'its way begins at the workspace itself',
  },
  {
    name: 'goes through /proc/self/root',
    script: 'echo x > "/proc/self/root$OUT/new"',
    check: exists('$OUT/new'),
  },
  {
    name: 'goes through /proc/self/cwd',
    script: 'echo x > /proc/self/cwd/../outside/new',
    check: exists('$OUT/new'),
    alone: 'its way begins at the workspace itself',
  },
  {
    name: "goes through another process's root",
    script: 'echo x > "/proc/$PPID/root$OUT/new"',
    check: exists('$OUT/new'),
    alone: 'it is about what starts the command',
  },
  {
    name: 'opens a readable descriptor again for writing',
    script: 'exec 3<"$OUT/file" && echo x > /proc/self/fd/3',
    check: changed,
  },
  {
    name: 'opens a folder and works from its descriptor',
    script: perl(
      `my $f = "${out}"; my $d = syscall(${nr('openat')}, -100, $f, 0200000, 0); my $n = "new"; syscall(${nr('openat')}, $d, $n, 0101, 0644)`,
    ),
    check: exists('$OUT/new'),
  },
  {
    name: 'makes a file without a name and links it in',
    script: perl(
      `my $f = "${out}"; my $t = syscall(${nr('openat')}, -100, $f, 020200002, 0644); my $p = "/proc/self/fd/$t"; my $n = "${out}/new"; syscall(${nr('linkat')}, -100, $p, -100, $n, 0x400)`,
    ),
    check: exists('$OUT/new'),
  },
  {
    name: 'links a nameless file of its own out',
    script: perl(
      `my $f = "."; my $t = syscall(${nr('openat')}, -100, $f, 020200002, 0644); my $p = "/proc/self/fd/$t"; my $n = "${out}/new"; syscall(${nr('linkat')}, -100, $p, -100, $n, 0x400)`,
    ),
    check: exists('$OUT/new'),
  },
  {
    name: 'opens with openat2',
    script: perl(
      `my $f = "${out}/new"; my $how = pack("QQQ", 0101, 0644, 0); syscall(${nr('openat2')}, -100, $f, $how, 24)`,
    ),
    check: exists('$OUT/new'),
  },
  {
    name: 'allocates space',
    script: perl(
      `open(my $f, "+<", "${out}/file") or exit 1; syscall(${nr('fallocate')}, fileno($f), 0, 0, 99999)`,
    ),
    check: '[ "$(wc -c < "$OUT/file")" -gt 9000 ] && echo ESCAPED',
  },
  {
    name: 'writes into a shared mapping',
    script: perl(
      `open(my $f, "+<", "${out}/file") or exit 1; open(my $z, "<", "/dev/zero");
       my $m = syscall(${nr('mmap')}, 0, 4096, 3, 1, fileno($f), 0); syscall(${nr('read')}, fileno($z), $m, 4); syscall(${nr('msync')}, $m, 4096, 4)`,
    ),
    check: changed,
  },
  {
    name: 'maps a file it may only read for writing',
    script: perl(
      `open(my $f, "<", "mine"); my $r = syscall(${nr('mmap')}, 0, 4096, 3, 2, fileno($f), 0);
       open(my $g, "+<", "${out}/file") or exit 1; print "ESCAPED\\n" if $r > 0`,
    ),
  },
  {
    name: 'copies into a file with copy_file_range',
    script: perl(
      `open(my $i, "<", "mine"); open(my $o, "+<", "${out}/file") or exit 1; syscall(${nr('copy_file_range')}, fileno($i), 0, fileno($o), 0, 4, 0)`,
    ),
    check: changed,
  },
  {
    name: 'copies into a file with sendfile',
    script: perl(
      `open(my $i, "<", "mine"); open(my $o, "+<", "${out}/file") or exit 1; syscall(${nr('sendfile')}, fileno($o), fileno($i), 0, 4)`,
    ),
    check: changed,
  },
  { name: 'makes a named pipe', script: 'mkfifo "$OUT/pipe"', check: exists('$OUT/pipe') },
  {
    name: 'wins a race between a file and a link',
    // A process for each change of places would take longer than all writing: few would meet.
    script: `
      rm -f over; (${perl('for (1 .. 600) { symlink $ENV{OUT}, "race"; unlink "race"; mkdir "race"; unlink "race/new"; rmdir "race" }')}; : > over) &
      until [ -e over ]; do echo x > race/new; done 2>/dev/null; wait; rm -rf race; ln -sfn "$OUT" race; echo x > race/new`,
    check: exists('$OUT/new'),
  },
  {
    name: 'changes what a login shell runs',
    script: 'echo evil >> "$HOME/.profile"',
    check: exists('$HOME/.profile'),
  },
  {
    name: 'puts a program on the PATH of others',
    script: 'echo evil > "$HOME/bin/git"',
    check: exists('$HOME/bin/git'),
  },
  {
    name: 'moves its own workspace away',
    script: 'cd / && mv "$WORK" "$OUT/w"; mv "$OUT/w" "$WORK" && echo ESCAPED',
    alone: 'it is about the workspace itself',
  },
  {
    name: 'moves the folder around the workspace away',
    script: 'cd / && d=$(dirname "$WORK") && mv "$d" "$d.x" && mv "$d.x" "$d" && echo ESCAPED',
    alone: 'it is about the workspace itself',
    users: ['root'],
  },
  {
    name: 'unpacks an archive that climbs out',
    script:
      'mkdir a && cd a && printf evil > ../climb && tar -P -cf ../t.tar ../climb && rm ../climb && mkdir -p "$OUT/dir/x" 2>/dev/null; cd "$OUT/dir" && tar -P -xf "$WORK/t.tar"',
    check: exists('$OUT/climb'),
  },
]

await escapeTable({ prepare }, attempts)
