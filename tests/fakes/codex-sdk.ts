import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'

/** What the registry serves under these versions, as published; 0.46.0 is the oldest there is. */
const published = {
  '0.46.0': 'xCjQnuV13rDqVf3EQa/2BD38qzelOofCFVKpexkO6LVnoYaZin/MTwzSNiAR7k8DTF7AHottgqwNOB8hbYVauA==',
  '0.101.0': 'Lrar2pDvGUX64itSbMNKuNBzxh72UwKokY4TPuXJRURwGX0qyDi80n7DiVivC40BwFsQWNs6behSo/9Mr6PoLw==',
  '0.163.0': 'o10d8dqxFjhzoWp75MUrhaN8C6QrXPQqUJGwVnySj++ztAnrA322UuFRzHZvSa903lFgjjaimuf5rkqVsj0RHg==',
} as const
/** A version of the SDK that the tests run. */
export type SdkVersion = keyof typeof published

/** One line of a run, as the SDK hands it on. */
export interface SdkEvent {
  readonly type: string
  readonly thread_id?: string
  readonly item?: SdkItem
  readonly usage?: Readonly<Record<string, number>>
  readonly error?: { readonly message: string }
  readonly message?: string
}
/** An item of a run. */
export type SdkItem = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string }

type Input =
  | string
  | readonly ({ readonly type: 'text'; text: string } | { readonly type: 'local_image'; path: string })[]
/** What a turn takes. */
export interface SdkTurnOptions {
  readonly outputSchema?: object
  readonly signal?: AbortSignal
  readonly cyberAccessProgram?: string
}
/** A thread of the SDK. */
export interface SdkThread {
  readonly id: string | null
  run(
    input: Input,
    options?: SdkTurnOptions,
  ): Promise<{
    readonly items: readonly SdkItem[]
    readonly finalResponse: string
    readonly usage: Readonly<Record<string, number>> | null
  }>
  runStreamed(input: Input, options?: SdkTurnOptions): Promise<{ events: AsyncGenerator<SdkEvent> }>
}
/** The part of the SDK that is used here; its own types are another set for each version. */
export interface SdkModule {
  readonly Codex: new (options: Readonly<Record<string, unknown>>) => {
    startThread(options?: Readonly<Record<string, unknown>>): SdkThread
    resumeThread(id: string, options?: Readonly<Record<string, unknown>>): SdkThread
  }
}

/**
 * `@openai/codex-sdk` itself, from the registry once and then from a cache: only its own code, not the program that it would start
 * by itself (80 MB and more). Throws for content that is not what was published.
 */
export async function loadSdk(version: SdkVersion): Promise<SdkModule> {
  const cache = resolve(import.meta.dirname, '../../node_modules/.cache/codex-sdk')
  const folder = join(cache, version)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const fresh = mkdtempSync(join(cache, 'new-'))
    const args = ['pack', '--silent', '--prefer-offline', `@openai/codex-sdk@${version}`]
    const { stdout } = await execa('npm', args, { cwd: fresh })
    const archive = join(fresh, stdout.trim())
    const found = createHash('sha512').update(readFileSync(archive)).digest('base64')
    if (found !== published[version]) throw new Error(`codex-sdk ${version} is not what was published`)
    await execa('tar', ['xzf', archive, '--strip-components=1', 'package/dist', 'package/package.json'], {
      cwd: fresh,
    })
    rmSync(archive)
    try {
      renameSync(fresh, folder)
    } catch (error) {
      // Another file of the tests has made it meanwhile.
      if (!existsSync(folder)) throw error
      rmSync(fresh, { recursive: true })
    }
  }
  return (await import(pathToFileURL(join(folder, 'dist/index.js')).href)) as SdkModule
}
