import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { appServerHome, type AppServerHome } from './app-server-home'
import type { Answer, RecordedRequest } from './model-server'

type Options = NonNullable<Parameters<typeof appServerHome>[1]>

/** A program that tests of one file use one after another, with what is of the present test alone. */
export interface Lent<P> {
  /** The home as the present test has it: a project of its own, and the requests since it began. */
  readonly home: AppServerHome
  readonly program: P
  /** Whether nobody has used it before. */
  readonly isNew: boolean
}

interface Kept<P> {
  readonly home: AppServerHome
  readonly program: P
  readonly give: (script: readonly Answer[], requests: RecordedRequest[]) => void
}

/**
 * Programs that are started once for all tests of a file that want them with the same policy, view and settings: a start takes longer than
 * most of what is asked of one. What is the test's own (project, script, requests) is fresh each time. A test that ends its program, or
 * leaves a turn behind, starts one of its own.
 */
export function sharedPrograms<P>(
  start: (home: AppServerHome) => Promise<P>,
  end: (program: P) => Promise<unknown>,
) {
  const kept = new Map<string, Promise<Kept<P>>>()

  async function make(options: Options): Promise<Kept<P>> {
    let rest: Answer[] = []
    let seen: RecordedRequest[] = []
    const { view, ...others } = options
    const home = await appServerHome(
      (request) => {
        seen.push(request)
        return rest.shift()
      },
      {
        ...others,
        ...(view && {
          view: (request: RecordedRequest) => {
            seen.push(request)
            return typeof view === 'function' ? view(request) : view
          },
        }),
      },
    )
    return {
      home,
      program: await start(home),
      give: (script, requests) => {
        rest = [...script]
        seen = requests
      },
    }
  }

  return {
    /** One with these options; `also` keeps apart what is started otherwise in another way. */
    async lend(script: readonly Answer[], options: Options = {}, also = ''): Promise<Lent<P>> {
      const key = JSON.stringify([options, also])
      const isNew = !kept.has(key)
      const made = kept.get(key) ?? make(options)
      kept.set(key, made)
      const { home, program, give } = await made
      const requests: RecordedRequest[] = []
      give(script, requests)
      const own = {
        ...home,
        project: mkdtempSync(join(home.folder, 'project-')),
        server: { ...home.server, requests },
        remove: () => Promise.resolve(),
      }
      return { home: own, program, isNew }
    },
    /** Ends them all; after the last test of the file. */
    async close(): Promise<void> {
      for (const each of kept.values()) {
        const { home, program } = await each
        await end(program)
        await home.remove()
      }
      kept.clear()
    },
  }
}
