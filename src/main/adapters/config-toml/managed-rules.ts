import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ManagedRule } from '@shared/domain/managed-rule'
import { FaultError } from '@shared/domain/fault'
import { readRuleText } from '../../core/approvals/rule-text'
import type { ManagedRules, ReadManagedRule } from '../../core/policy/managed-rules'
import type { ShellParser } from '../../core/shell/parse'
import { ConfigError } from './config-error'
import { parseToml, readText } from './read-toml'
import { findTomlPosition } from './toml-positions'

const File = z.strictObject({ rule: z.array(ManagedRule).max(1000).default([]) })

const expected: Readonly<Record<string, string>> = {
  name: 'a name of at most 60 printable characters',
  says: '"ask" or "deny"',
  where: 'a list of whole folders such as ["/srv/shop"]',
  commands: 'a list of commands such as ["git push *"]',
  paths: 'a list of whole files or folders such as ["/srv/shop/infra"]',
  hosts: 'a list of host names in small letters such as ["prod.example", "*.prod.example"]',
  reason: 'a line of at most 300 printable characters',
}

async function readRules(
  file: string,
  text: string,
  parser: ShellParser,
): Promise<readonly ReadManagedRule[]> {
  const fail = (path: readonly PropertyKey[], what: string, wanted: string): ConfigError => {
    const { line, column } = findTomlPosition(text, path) ?? {}
    return new ConfigError({ file, line, column, what, expected: wanted })
  }
  const read = File.safeParse(parseToml(file, text))
  if (!read.success) {
    const [issue] = read.error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])]
    const name = path.findLast((part) => typeof part === 'string') ?? 'rule'
    if (unknown !== undefined) throw fail(path, `unknown key "${unknown}"`, Object.keys(expected).join(', '))
    throw fail(path, `${name} is not valid`, expected[name] ?? 'tables that begin with [[rule]]')
  }
  return Promise.all(
    read.data.rule.map(async (rule, index) => {
      if (!rule.commands) return rule
      const named = await Promise.all(
        rule.commands.map((command, at) =>
          readRuleText(command, parser).catch((error: unknown) => {
            if (!(error instanceof FaultError)) throw error
            const what = `${JSON.stringify(command.slice(0, 80))} cannot be used`
            throw fail(['rule', index, 'commands', at], what, 'one plain command, such as "git push *"')
          }),
        ),
      )
      return { ...rule, named }
    }),
  )
}

/**
 * The rules of whoever sets this machine up. `owner` is who must own the file and its folder (root), which nobody else may write to. What is
 * wrong with it, or who may write it, is a `problem`: then nothing runs unasked. Where there is no file, there are no rules.
 */
export function createManagedRules(
  file: string | undefined,
  parser: ShellParser,
  owner = 0,
): () => Promise<ManagedRules> {
  let known: { readonly text: string; readonly rules: Promise<readonly ReadManagedRule[]> } | undefined
  return async () => {
    if (file === undefined) return { file: '', rules: [] }
    const problem = (what: string): ManagedRules => ({ file, rules: [], problem: what })
    try {
      const found = await lstat(file).catch((error: unknown) => {
        if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined
        throw error
      })
      if (!found) return { file, rules: [] }
      for (const [path, { uid, mode }] of [
        [dirname(file), await lstat(dirname(file))],
        [file, found],
      ] as const)
        if (uid !== owner || (mode & 0o022) !== 0)
          return problem(`${path}: expected to be root’s, and to be written to by nobody else`)
      if (!found.isFile()) return problem(`${file}: expected a regular file`)
      const text = (await readText(file)) ?? ''
      if (known?.text !== text) known = { text, rules: readRules(file, text, parser) }
      return { file, rules: await known.rules }
    } catch (error) {
      return problem(error instanceof Error ? error.message : String(error))
    }
  }
}
