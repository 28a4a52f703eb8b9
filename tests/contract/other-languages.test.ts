import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { demo } from '@shared/languages/english/demo'
import { laterEnglish } from '@shared/languages/english/later-window'
import { english as englishMessages } from '@shared/languages/english/messages'
import { effectRule } from '@shared/languages/english/messages/effect-rule'
import { hostProblem } from '@shared/languages/english/messages/host-problem'
import { outsideRule } from '@shared/languages/english/messages/outside-rule'
import { replay } from '@shared/languages/english/messages/replay'
import { english } from '@shared/languages/english/window'
import { ruleParts } from '@shared/languages/english/window/rule-parts'
import { s } from '@shared/languages/french/messages/counting'
import { languages } from '@shared/languages/languages'
import { Language } from '@shared/domain/language'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'src/shared/languages')

/** Every text and function of a catalogue, by its place in it. */
function leaves(value: unknown, place = ''): readonly (readonly [place: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [[place, value]]
  return Object.entries(value).flatMap(([key, each]) => leaves(each, `${place}.${key}`))
}

/** What a source says: its texts, and the pieces of its templates, which join something else; without names of things. */
function textsIn(source: string): { text: string; joins: boolean }[] {
  const found: { text: string; joins: boolean }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node
      if (!isName) found.push({ text: node.text, joins: !ts.isStringLiteralLike(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true))
  return found
}

/** What is the same word in all languages, a name, or no word at all. */
const names = new Set([
  ...['Countersign', 'Sandbox', 'Azure OpenAI', 'main', 'HEAD', 'https://models.example.org/v1', 'API'],
  ...['', ', in '],
])

/** What happens to be the same word in a language and in English. */
const alike: Readonly<Record<string, readonly string[]>> = {
  german: [
    ...['Agent', 'Branch', 'Commit', 'Patch', 'Details', 'Demo', 'Host', 'Name', 'Remote', 'Link', 'Editor'],
    ...['Manifest', 'Lockfile', 'Plan', 'Tokens', 'Container', 'Hosts', 'Terminal'],
  ],
  french: [
    ...['Sessions', 'Session', 'session', 'sessions', 'Message', 'Agent', 'Patch', 'Arguments', 'Action'],
    'Ctrl',
    ...[
      'Question',
      'Commit',
      'Notifications',
      'Effort',
      '[effort]',
      'socket ',
      'Plan',
      'Destination',
      'Terminal',
    ],
  ],
}

const inEnglish = {
  strings: english,
  later: { ...laterEnglish, ruleParts },
  messages: { ...englishMessages, effectRule, hostProblem, outsideRule, replay },
  demo,
}

const folders = readdirSync(folder, { withFileTypes: true })
  .filter((each) => each.isDirectory() && each.name !== 'english')
  .map(({ name }) => name)

test('every language is a folder, and every folder is listed', async () => {
  expect(Object.keys(languages).sort()).toEqual(Language.options.filter((tag) => tag !== 'en').sort())
  const tags = await Promise.all(
    Object.entries(languages).map(async ([tag, { load }]) => [
      tag,
      (await load()).strings.locale.slice(0, 2),
    ]),
  )
  expect(tags.filter(([tag, locale]) => tag !== locale)).toEqual([])
  expect(folders).toHaveLength(tags.length)
})

test('French agrees with one, and with none, as with one', () => {
  const said = ['0', '1', '2', '12', '1 234', '1 fichier', '10 fichiers'].map(
    (count) => `${count} modifié${s(count)}`,
  )
  expect(said.filter((each) => !each.endsWith('s'))).toEqual(['0 modifié', '1 modifié', '1 fichier modifié'])
})

test.each([
  [
    'en',
    [
      '1 modified',
      '1 earlier line is',
      '1 earlier turn is',
      '1 more line like these',
      'f, 1 dependency',
      'A person answered 1',
      'This file becomes as it was before',
    ],
  ],
  [
    'de',
    [
      '1 geändert',
      '1 frühere Zeile ist',
      '1 frühere Runde steht',
      '1 weitere Zeile wie',
      'f, 1 Abhängigkeit;',
      '1 von einem Menschen',
      'Diese Datei wird, wie sie davor war',
    ],
  ],
  [
    'fr',
    [
      '1 modifié',
      '1 ligne précédente n’est',
      '1 tour plus ancien n’est',
      '1 autre ligne comme',
      'f, 1 dépendance ;',
      '1 répondue par une personne',
      'Ce fichier redevient ce qu’il était avant',
    ],
  ],
] as const)('what is counted in %s says one as one', async (tag, expected) => {
  const { later, messages, strings } = tag === 'en' ? inEnglish : await languages[tag].load()
  const said = [
    ...[messages.amounts.git.modified('1'), later.transcript.dropped(1), later.side.use.earlier(1)],
    ...[
      messages.fact.notShown(1),
      messages.fact.manifest('f', 1, 'r'),
      strings.inbox.counts.people(1, 'm', 'l'),
      later.restore.lead.run.undo(1),
    ],
  ]
  expect(said.map((text, index) => text.slice(0, expected[index]?.length))).toEqual(expected)
})

describe.each(folders)('%s', (name) => {
  const load = async () =>
    ((await import(`../../src/shared/languages/${name}/language.ts`)) as { language: typeof inEnglish })
      .language

  test('has a word of its own for everything that is not the same word', async () => {
    const same = new Set([...names, ...(alike[name] ?? [])])
    const spoken = new Map(leaves(await load()))
    const left = leaves(inEnglish).filter(
      ([place, text]) =>
        text === spoken.get(place) &&
        !(typeof text === 'string' && same.has(text)) &&
        !place.startsWith('.later.tryAgain.'), // said to the agent
    )
    expect(left.map(([place]) => place)).toEqual([])
    const known = new Set(leaves(inEnglish).map(([place]) => place))
    const more = [...spoken.keys()].filter((place) => !known.has(place))
    expect(
      more.filter(
        (place) =>
          !/^\.(messages\.reason\.records|messages\.effect\.infinitives|strings\.machine\.checks)\./.test(
            place,
          ),
      ),
    ).toEqual([])
  })

  test('calls a setting on the first screen as it is called among the settings', async () => {
    for (const { strings, later } of [inEnglish, await load()])
      expect(strings.start.others).toBe(later.settings.fields.desk[0])
  })

  test('says what the records of programs say, and nothing that is no longer there', async () => {
    const records = join(root, 'src/main/core/programs/records')
    const said = readdirSync(records)
      .filter((file) => file.endsWith('.toml'))
      .flatMap((file) => [
        ...readFileSync(join(records, file), 'utf8').matchAll(/\bdoes = (["'])(.*?)\1\s*[,}\n]/g),
      ])
      .map(([, , text]) => text)
    // What is said in their form of a command that none of them leads.
    const shown = readFileSync(join(root, 'src/main/core/assessment/shown/shown-effect.ts'), 'utf8')
    for (const [, text = ''] of shown.matchAll(/\bdoes: '(.*?)'/g)) said.push(text)
    expect(said.length).toBeGreaterThan(100)
    const { programRecords } = (await import(
      `../../src/shared/languages/${name}/messages/program-records.ts`
    )) as { programRecords: object }
    expect(Object.keys(programRecords).sort()).toEqual([...new Set(said)].sort())
  })

  test('says each row of the machine, and each kind of fault', async () => {
    const sources = ['adapters/system/create-doctor.ts', 'adapters/sandbox-runtime/doctor-checks.ts'].map(
      (file) => readFileSync(join(root, 'src/main', file), 'utf8'),
    )
    const ids = sources.flatMap((text) =>
      [...text.matchAll(/(?:\bid(?:: | = )|missing\(\s*)'([a-z0-9-]+)'/g)].map(([, id = '']) => id),
    )
    expect(ids.length).toBeGreaterThan(12)
    const { checks, faults } = (await load()).strings.machine
    const said = new Set(Object.keys(checks).map((key) => key.split('.')[0]))
    expect([...new Set(ids)].filter((id) => !said.has(id))).toEqual([])
    expect(Object.values(faults).filter((text) => text === '')).toEqual([])
  })

  test('is written as it is written: its quotes and its spaces, and nobody is addressed', () => {
    const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    const texts = files.flatMap((file) =>
      textsIn(readFileSync(join(folder, name, file), 'utf8')).map(({ text, joins }) => ({
        ...{ text, joins, file },
        is: `${basename(file)}: ${text}`,
      })),
    )
    expect(texts.length).toBeGreaterThan(2200)
    expect(texts.filter(({ text }) => against[name]?.test(text)).map(({ is }) => is)).toEqual([])
    // Beside text of others a space of another kind is drawn as the hidden character that it is.
    const hidden = texts.filter(
      ({ text, joins, file }) => (joins || file.startsWith('messages')) && /[\u00A0\u202F]/.test(text),
    )
    expect(hidden.map(({ is }) => is)).toEqual([])
  })

  test('has plain spaces where the name of a rule would stand, which is drawn with what is hidden in it', async () => {
    const { outsideOf } = (await load()).later.approval
    expect([outsideOf(), outsideOf('builds')].filter((text) => /[\u00A0\u202F]/.test(text))).toEqual([])
  })
})

/** What a language is not written with. */
const against: Readonly<Record<string, RegExp>> = {
  german: /”|[a-zäöüß]…|\b(Sie|Ihnen|Ihre[rnms]?|[Dd]eine?|[Dd]ir|[Dd]ich|[Dd]u)\b/u,
  // Before : ; ? ! » and after « stands a space. Where names of others stand beside, it is a plain one: others are drawn as what they are.
  french:
    /[“”„']|«[^\u00A0 ]|[^\u00A0 ]»|[\p{L}\d)»}][?!;](?!\p{L})|(?<!\p{L})(tu|toi|tes|vous|votre|vos)(?!\p{L})/iu,
}
