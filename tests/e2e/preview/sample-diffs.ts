import type { AgentEvent } from '@shared/domain/agent-event'

/** What the engine tells of a file as it is now: the one that the sample turn changed, and nothing else. */
export function wholeFile(path: string): unknown {
  if (path.endsWith('/secret.pem')) return { kind: 'none', why: 'closed' }
  if (path.endsWith('/logo.png')) return { kind: 'picture', url: logo, width: 96, height: 64 }
  if (!path.endsWith('/src/compaction.ts')) return { kind: 'none', why: 'missing' }
  const lines = Array.from({ length: 120 }, (_, index) => `// line ${String(index + 1)}`)
  lines.splice(86, 3, ...after)
  return { kind: 'text', text: `${lines.join('\n')}\n` }
}

const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAGAAAABACAIAAABqVuVZAAAAiklEQVR42u3RMRHAIAAEQXxBTY0SauREROrUURIdMfENzM6cgd8vdT6RxrUifXeL9PYeqQACBAgQIECAAAECBAgQIECAAAECBAgQIECAAAECBAgQIECAAAECtDHQqcNSxwMCBAgQIECAAAECBAgQIECAAAECBAgQIECAAAECBAgQIECAAAECtDHQD69t2A7kAur0AAAAAElFTkSuQmCC'

const after = [
  '  private scheduleFlush() {',
  '    this.timer = this.clock.after(FLUSH_AFTER_MS, () => this.flush())',
  '  }',
]

/** A turn that changed files in every way there is. */
export function sampleTurnDiff(scene: string): string {
  return [
    'diff --git a/src/compaction.ts b/src/compaction.ts',
    '--- a/src/compaction.ts',
    '+++ b/src/compaction.ts',
    '@@ -87,3 +87,3 @@',
    '   private scheduleFlush() {',
    '-    this.timer = setTimeout(() => this.flush(), FLUSH_AFTER_MS)',
    '+    this.timer = this.clock.after(FLUSH_AFTER_MS, () => this.flush())',
    '   }',
    'diff --git a/secret.pem b/secret.pem',
    '--- a/secret.pem',
    '+++ b/secret.pem',
    '@@ -1,2 +1,2 @@',
    '-one',
    '+o\u202Ene',
    ' two',
    'diff --git a/src/clock.ts b/src/time/clock.ts',
    'similarity index 80%',
    'rename from src/clock.ts',
    'rename to src/time/clock.ts',
    '--- a/src/clock.ts',
    '+++ b/src/time/clock.ts',
    '@@ -1,6 +1,8 @@',
    " import { EventEmitter } from 'node:events'",
    ' ',
    '-/** Tells the time. */',
    '+/**',
    '+ * Tells the time, and calls back when some of it has passed.',
    '+ */',
    ' export interface Clock {',
    '-  now(): number',
    '+  now(): Date',
    '+  after(ms: number, run: () => void): () => void',
    ' }',
    'diff --git a/run.sh b/run.sh',
    'old mode 100644',
    'new mode 100755',
    'diff --git a/logo.png b/logo.png',
    'Binary files a/logo.png and b/logo.png differ',
    'diff --git a/current b/current',
    'new file mode 120000',
    '--- /dev/null',
    '+++ b/current',
    '@@ -0,0 +1 @@',
    '+releases/2026-11',
    '\\ No newline at end of file',
    'diff --git a/old.txt b/old.txt',
    'deleted file mode 100644',
    '--- a/old.txt',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-gone',
    ...(scene === 'huge' ? hugeFile() : []),
    ...(scene === 'hostile' ? hostileFile() : []),
    ...(scene === 'preview' ? notesFile : []),
    '',
  ].join('\n')
}

/** A text for which the grammar of its language takes a minute. */
function hostileFile(): readonly string[] {
  return [
    'diff --git a/hostile.md b/hostile.md',
    '--- a/hostile.md',
    '+++ b/hostile.md',
    '@@ -0,0 +1,20 @@',
    ...Array.from({ length: 20 }, () => `+${'[a]('.repeat(250)}`),
  ]
}

const notesFile = [
  'diff --git a/NOTES.md b/NOTES.md',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/NOTES.md',
  '@@ -0,0 +1,12 @@',
  ...[
    '# Compaction',
    '',
    'The log is compacted **once it is idle**, by `src/compaction.ts`:',
    '',
    '1. the oldest segment is read,',
    '2. what is superseded is dropped,',
    '3. the rest is written behind.',
    '',
    '| segment | before | after |',
    '| --- | --- | --- |',
    '| 17 | 48 MB | 3 MB |',
    '![the log](https://example.com/log.png) <img src="x" onerror="alert(1)">',
  ].map((line) => `+${line}`),
]

function hugeFile(): readonly string[] {
  const lines = Array.from(
    { length: 100_000 },
    (_, at) => `+export const value${String(at)} = compute(${String(at)}, 'text')`,
  )
  return [
    'diff --git a/huge.ts b/huge.ts',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/huge.ts',
    '@@ -0,0 +1,100000 @@',
    ...lines,
  ]
}

/** A second turn, which changes a file that the first one changed. */
export function anotherTurn(): AgentEvent[] {
  const head = 'diff --git a/old.txt b/old.txt\nnew file mode 100644\n--- /dev/null\n+++ b/old.txt\n'
  return [
    { type: 'turn.started', turnId: 't2', turnNumber: 2 },
    { type: 'user.message', text: 'Keep old.txt.' },
    { type: 'turn.diff', turnId: 't2', unifiedDiff: `${head}@@ -0,0 +1 @@\n+back again\n` },
    { type: 'turn.finished', turnId: 't2', outcome: 'completed' },
  ]
}
