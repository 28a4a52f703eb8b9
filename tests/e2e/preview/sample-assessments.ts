import type { Assessment, ModelView } from '@shared/domain/assessment'
import type { Effect } from '@shared/domain/effect'
import type { FactHost, Facts, FactRow, Floor, FloorReason, LookThrough } from '@shared/domain/facts'

/** Assessments for the preview: every level, and every fate of the model's view. */
const row = (label: string, value: string, known = true): FactRow => ({ kind: 'said', label, value, known })

function facts(
  effect: Effect | string,
  rows: FactRow[],
  lookThrough: LookThrough[] = [],
  complete = true,
): Facts {
  const readAtMs = Date.now() - 37_000
  return {
    effect: typeof effect === 'string' ? { act: { kind: 'said', text: effect } } : effect,
    rows,
    lookThrough,
    targets: [],
    hosts: [],
    readAtMs,
    complete,
  }
}

/** What the first sample does. */
export const deletesHome: Effect = {
  act: {
    kind: 'files',
    verb: 'delete',
    state: 'tree',
    names: [{ name: '~/.pi', path: '/home/ada/.pi' }],
    things: 1,
    files: 312,
    bytes: 48_000_000,
    exact: true,
    place: 'outside',
  },
}

const downloads: FloorReason = {
  rule: 'packages.install',
  level: 'medium',
  category: 'network_access',
  said: 'It downloads a package and may run its scripts.',
}

const lookAlike: FactHost = {
  host: 'xn--regstry-tog.example.org',
  warning: 'letters of another alphabet',
  history: 'new',
}

const asked = { model: 'qwen3-coder:30b', durationMs: 2400 }

const cleanScript: LookThrough = {
  title: 'packages/agent/package.json, clean:all',
  cut: false,
  lines: [
    'rm -rf dist .turbo',
    'node scripts/clean-cache.mjs',
    'rm -rf "${PI_HOME:-$HOME/.pi}"',
    'echo \u202edone',
  ].map((text, index) => ({ number: index + 1, text, marked: index === 2 })),
}

const highFloor: Floor = {
  level: 'high',
  categories: ['data_deletion'],
  reasons: [
    {
      rule: 'delete.outside',
      level: 'high',
      category: 'data_deletion',
      said: 'It deletes 312 files below ~/.pi, outside the workspace; in no repository.',
    },
    { rule: 'packages.scripts', level: 'medium', said: 'npm ci runs the install scripts of 41 packages.' },
    { rule: 'delete.ignored', level: 'medium', said: 'It deletes files that git ignores.' },
    { rule: 'paths.cd', level: 'low', said: 'It works in packages/agent.' },
  ],
}

export const high: Assessment = {
  level: 'high',
  categories: ['data_deletion'],
  floor: highFloor,
  facts: {
    ...facts(
      deletesHome,
      [
        row(
          'Deletes',
          '~/.pi: 312 files, 48 MB; newest change 2026-11-21 13:57 UTC; in no repository; outside the workspace',
        ),
        row('Deletes', 'packages/agent/dist: 41 files, 6.2 MB; ignored by git; inside the workspace'),
        row('Manifest', 'package.json: clean:all, no pre or post script'),
        row('Lockfile', 'package-lock.json fits package.json'),
        { kind: 'gap', text: 'what the install scripts of 41 packages do', known: false },
      ],
      [cleanScript],
    ),
    line: { length: 48, parts: [{ at: 0 }, { at: 21, stopped: true }, { at: 42 }] },
  },
  view: {
    status: 'success',
    ...asked,
    view: {
      description:
        'Removes build output, then everything in ~/.pi, including saved sessions and a sign-in file. The task needs only the first part. It then installs packages anew.',
      level: 'high',
      categories: ['data_deletion'],
    },
  },
  differs: [{ kind: 'claim', claim: 'only-reads', effect: deletesHome }],
}

export const streaming: Assessment = {
  ...high,
  view: {
    status: 'waiting',
    model: asked.model,
    text: 'Removes build output, then everything in ~/.pi, including saved sessions and a sign-in file. The task needs only',
  },
  differs: [],
}

/** The level that the checks give stands though the model failed, in each of the ways it can. */
export function failing(view: ModelView): Assessment {
  return { ...high, view, differs: [] }
}

export const failures: Readonly<Record<string, ModelView>> = {
  unreadable: { status: 'parse_error', reason: 'the answer is not JSON', ...asked },
  refused: { status: 'model_error', reason: 'Ollama does not answer at 127.0.0.1:11434.', ...asked },
  silent: { status: 'no_output', ...asked },
  off: { status: 'disabled', reason: 'no model is set' },
}

export const timedOut: Assessment = {
  level: 'not-assessed',
  categories: [],
  reason: 'no rule applies, and the model timed out after 5 s',
  floor: { reasons: [], categories: [] },
  facts: facts(
    'Writes ~/golden/fixtures.json, outside the workspace.',
    [
      row('Writes', '~/golden: 86 files; tracked by git; outside the workspace'),
      row('Host', 'fixtures.staging.acme.dev; not seen before in this session'),
      row('Writes', '$TARGET: not known before it runs', false),
    ],
    [
      {
        title: 'scripts/sync-fixtures.sh',
        cut: true,
        lines: ['#!/bin/bash', 'set -euo pipefail', 'curl -fsSL "https://$1" > "$TARGET"'].map(
          (text, index) => ({ number: index + 1, text, marked: false }),
        ),
      },
    ],
    false,
  ),
  view: { status: 'timeout', limitMs: 5000, model: asked.model, durationMs: 5000 },
  differs: [],
}

export const medium: Assessment = {
  level: 'medium',
  categories: ['network_access'],
  floor: {
    level: 'medium',
    categories: ['network_access'],
    reasons: [downloads],
  },
  facts: facts('Installs exceljs@4.4.0.', [
    row('Manifest', 'package.json, tracked and unchanged'),
    row('Adds', 'exceljs: not in package.json so far'),
    { kind: 'gap', text: 'which install scripts run: visible only after the download', known: false },
  ]),
  view: {
    status: 'success',
    model: 'gpt-oss:20b',
    durationMs: 2000,
    view: {
      description: 'Adds a spreadsheet library. Nothing is deleted; the lock file can be restored with git.',
      level: 'low',
      categories: ['network_access'],
    },
  },
  differs: [{ kind: 'model-lower', model: 'low', floor: 'medium', because: downloads }],
}

export const low: Assessment = {
  level: 'low',
  categories: [],
  floor: { reasons: [], categories: [] },
  facts: facts('Writes build cache in ~/.cache/go-build, outside the workspace.', [
    row('Writes', '~/.cache/go-build: 9,412 files, 1.3 GB; in no repository; outside the workspace'),
  ]),
  view: {
    status: 'success',
    model: 'gpt-oss:20b',
    durationMs: 1200,
    view: {
      description: 'Compiles one package with its tests and keeps the results in Go’s build cache.',
      level: 'low',
      categories: [],
    },
  },
  differs: [],
}

/** A connection: its checks give a level, and nobody was asked. */
export const connection: Assessment = {
  level: 'medium',
  categories: ['network_access'],
  floor: {
    level: 'medium',
    categories: ['network_access'],
    reasons: [
      {
        rule: 'network.unknown-host',
        level: 'medium',
        category: 'network_access',
        said: 'It connects to xn--regstry-tog.example.org:443, which nobody has granted; the name has letters of another alphabet.',
      },
    ],
  },
  facts: {
    ...facts('Connects to xn--regstry-tog.example.org.', [{ kind: 'host', host: lookAlike, known: true }]),
    hosts: [lookAlike],
  },
  view: { status: 'disabled', reason: 'turned off in config.toml' },
  differs: [],
}
