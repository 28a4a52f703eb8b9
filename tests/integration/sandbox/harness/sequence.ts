import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunResult } from '../../../../src/main/core/ports/sandbox'
import { quote } from './attempts'
import type { World } from './world'

/** Scripts that are run one after the other by one command, each with a shell, a process group and a time of its own. */
export interface Section {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly steps: readonly string[]
  /** Whether $VICTIM is a process that is there for this section alone. */
  readonly victim?: boolean
}

/** What a step printed, and how it ended; `code` undefined: it did not come to its end. */
export interface StepEnd {
  readonly out: string
  readonly code: number | undefined
}

/** By section and step, and what was printed outside of all: by processes that were left behind, or by the run itself. */
export interface SequenceEnd {
  readonly ends: readonly (readonly StepEnd[])[]
  readonly unassigned: string
  readonly result: RunResult
}

/** No step takes so long; one that does is ended, as everything that it started. */
const stepSeconds = 25

/**
 * Perl, since it starts no more than the shells, and since the rows that look at what runs a command pass over shells and Perl. It is
 * told a list of sections, with NUL between the fields, which no word can hold.
 */
const runner = `
$| = 1; my ($list, $mark) = @ARGV; my $n = 0;
open(my $f, '<', $list) or die "$list: $!"; my $all = do { local $/; <$f> }; close $f;
sub begin { my ($do) = @_; my $c = fork(); die "fork: $!" if !defined $c; if (!$c) { setpgrp(0, 0); $do->(); exit 126 } setpgrp($c, $c); return $c }
sub over { my ($c) = @_; my $late = 0; local $SIG{ALRM} = sub { $late = 1; kill 'KILL', -$c }; alarm ${String(stepSeconds)};
  1 while waitpid($c, 0) < 0 && $!{EINTR}; my $code = $?; alarm 0; kill 'KILL', -$c; return $late ? 'late' : $code & 127 ? 128 + ($code & 127) : $code >> 8 }
for (split /\\0\\n\\0/, $all) {
  my ($cwd, $victim, $count, @rest) = split /\\0/, $_, -1; my @steps = splice(@rest, 0, $count); local %ENV = %ENV;
  for (@rest) { my ($k, $v) = split /=/, $_, 2; $ENV{$k} = $v }
  my $v = $victim ? begin(sub { close STDOUT; close STDERR; exec 'sleep', '600' }) : 0; $ENV{VICTIM} = $v if $v;
  for my $s (0 .. $#steps) {
    print "\\n$mark begin $n $s\\n";
    my $c = begin(sub { chdir $cwd or die "$cwd: $!"; exec 'sh', '-c', $steps[$s] });
    print "\\n$mark end $n $s " . over($c) . "\\n";
  }
  if ($v) { kill 'CONT', $v; kill 'KILL', $v; waitpid($v, 0) }
  $n++;
}
`
let count = 0

/** Runs them with `run`, which is told one short script. */
export async function inSequence(
  world: World,
  sections: readonly Section[],
  run: (script: string) => Promise<RunResult>,
): Promise<SequenceEnd> {
  count += 1
  const list = join(world.folder, `sections-${String(count)}`)
  const program = join(world.folder, `sequence-${String(count)}.pl`)
  const mark = randomBytes(12).toString('hex')
  writeFileSync(program, runner)
  writeFileSync(
    list,
    sections
      .map(({ cwd, env, steps, victim }) =>
        [
          cwd,
          victim === true ? '1' : '',
          String(steps.length),
          ...steps,
          ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
        ].join('\0'),
      )
      .join('\0\n\0'),
  )
  try {
    const result = await run(`perl ${quote(program)} ${quote(list)} ${mark}`)
    return { ...readEnds('output' in result ? result.output.stdout : '', mark, sections), result }
  } finally {
    for (const file of [list, program]) rmSync(file)
  }
}

function readEnds(
  text: string,
  mark: string,
  sections: readonly Section[],
): Pick<SequenceEnd, 'ends' | 'unassigned'> {
  const ends = sections.map(({ steps }) => steps.map((): StepEnd => ({ out: '', code: undefined })))
  const [first = '', ...parts] = text.split(`\n${mark} `)
  let unassigned = first
  for (const part of parts) {
    const [, what, section, step, code, out = ''] =
      /^(begin|end) (\d+) (\d+)(?: (\w+))?\n([^]*)$/.exec(part) ?? []
    const row = ends[Number(section)]
    const before = row?.[Number(step)]
    if (!row || !before) unassigned += part
    else if (what === 'begin') row[Number(step)] = { ...before, out }
    else {
      row[Number(step)] = { ...before, code: code === 'late' ? undefined : Number(code) }
      unassigned += out
    }
  }
  return { ends, unassigned }
}
