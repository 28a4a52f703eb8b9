import { EffectRule } from '@shared/domain/effect-rule'
import type { BackTest, EffectRuleList, OfferedRule } from '@shared/domain/offered-rule'
import type { ResponseOf } from '@shared/ipc/contract'
import type { effectRuleContract } from '@shared/ipc/effect-rule-contract'
import { sceneHash } from './scene-hash'

const scene = sceneHash.slice(1)
const at = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString()

const common = {
  name: 'npm run clean:all',
  where: ['~/src/pi-mono'],
  commands: ['npm run clean:all'],
  level: 'medium',
  match: ['npm run clean:all'],
} as const
const test = (answered: number, denied: BackTest['denied'] = []): BackTest => ({
  ...{ asked: 41, answered, unknown: 5, denied },
})
const made = Array.from({ length: 20 }, (_, n) => `packages/agent/made-${String(n)}.ts`)
const deletes = (below: readonly string[]) => ({ below: [...below], files: 353, unsaved: 38 })
const denied: BackTest['denied'] = [
  { id: 'd1', session: 's2', at: at(2), command: 'npm run clean:all' },
  { id: 'd2', session: 's3', at: at(6), command: 'npm run clean:all -- --force' },
]

const offered: OfferedRule[] = [
  {
    width: 'files',
    files: 376,
    rule: EffectRule.parse({
      ...common,
      writes: ['package.json', 'packages/agent/logo.png', 'packages/agent/notes.md', ...made],
      deletes: deletes(['packages/agent/dist', 'notes.md']),
    }),
    test: test(12),
  },
  {
    width: 'kind',
    files: 376,
    rule: EffectRule.parse({
      ...common,
      writes: ['*.json', 'packages/agent/**/*.md', 'packages/agent/**/*.png', 'packages/agent/**/*.ts'],
      deletes: deletes(['packages/agent/dist', '*.md']),
    }),
    test: test(19),
  },
  {
    width: 'folder',
    files: 376,
    rule: EffectRule.parse({
      ...common,
      writes: ['*.json', 'packages/agent/**'],
      deletes: deletes(['packages/agent/dist/**', '*.md']),
    }),
    test: test(27, denied),
  },
]

const list: EffectRuleList = {
  file: '/home/me/.countersign/rules.toml',
  rules: [
    {
      rule: EffectRule.parse({
        ...{ name: 'builds', where: ['~/src/pi-mono'], commands: ['npm run build', 'make *'] },
        ...{ writes: ['dist/**', '~/.cache/pi/**'], deletes: { below: ['dist/**'], files: 200 } },
        ends: { at: at(-20), runs: 50 },
      }),
      test: test(27, denied),
      usage: { count: 12, last: Date.now() - 86_400_000, standing: 'in-force' },
    },
    {
      rule: EffectRule.parse({
        ...{
          name: 'reports',
          writes: ['reports\u202e/**/*.png'],
          hosts: ['fonts.example:443'],
          level: 'high',
        },
        ends: { branch: 'feature/reports' },
      }),
      test: { asked: 0, answered: 0, unknown: 0, denied: [] },
      usage: { count: 0, standing: 'person' },
    },
    { rule: EffectRule.parse({ name: 'tests', commands: ['npm test'], level: 'low' }), test: test(3) },
  ],
}

type Channel = keyof typeof effectRuleContract
let left = list.rules

/** What the stub says of effect rules, by its scene. */
export function answerEffectRules(channel: Channel, payload: unknown): ResponseOf<Channel> {
  switch (channel) {
    case 'effect-rule.offer':
      return scene === 'rehearsal-rule-wrong'
        ? { rehearsal: 'r1', rules: offered, problem: '~/.countersign/rules.toml:3: unknown key "wirtes"' }
        : { rehearsal: 'r1', rules: offered, branch: 'feature/clean\u202e' }
    case 'effect-rule.save':
      return { kind: 'written', name: common.name }
    case 'effect-rule.suggest':
      return {}
    case 'effect-rule.suspend':
      return { kind: 'written', name: common.name }
    case 'effect-rule.remove': {
      const { name } = payload as { name: string }
      left = left.filter(({ rule }) => rule.name !== name)
      return { kind: 'written', name }
    }
    case 'effect-rule.list':
      return scene === 'rules-wrong'
        ? {
            ...list,
            rules: [],
            problem: '~/.countersign/rules.toml:3: unknown key "wirtes"; expected writes',
            old: '~/.countersign/rules.json is damaged; expected {"version": 1, "rules": […]}. The rules in it count for nothing, and stay there.',
          }
        : { ...list, rules: scene === 'quiet' ? [] : [...left] }
  }
}
