import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeskFile } from '../../../src/main/adapters/desk-file/desk-file'
import type { Verdict } from '../../../src/main/core/desk/hook-answer'
import type { HookAsk } from '../../../src/main/core/desk/hook-body'
import { openReceiver, type Receiver } from '../../../src/main/hosts/desk/receiver'
import { hookBody } from '../../fakes/agent-hooks'
import { askDesk, type DeskAnswer, type DeskAsk } from '../../fakes/desk-client'
import { createFakeLog } from '../../fakes/fake-engine'

/** A recorded request of Claude Code, and the answer that lets it run. */
export const bash = hookBody('claude', 'PermissionRequest', 'Bash')
export const allowed =
  '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'

/** Resolves as soon as it holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (; !holds();) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A desk in a home of its own, with the test in the place of the person: it answers by `answering`. */
export class TriedDesk {
  readonly home = mkdtempSync(join(tmpdir(), 'cs-desk-'))
  readonly asked: HookAsk[] = []
  answering: (ask: HookAsk, signal: AbortSignal) => Promise<Verdict> = () =>
    Promise.resolve({ kind: 'allow' })
  #receiver: Receiver | undefined

  get receiver(): Receiver {
    if (!this.#receiver) throw new Error('not open')
    return this.#receiver
  }

  get place(): string {
    return join(this.home, 'desk.json')
  }

  async open(arrivingMs?: number): Promise<void> {
    this.#receiver = await openReceiver({
      desk: {
        ask: (ask, signal) => {
          this.asked.push(ask)
          return this.answering(ask, signal)
        },
      },
      ...{ file: createDeskFile(this.home), log: createFakeLog(), arrivingMs },
    })
  }

  send(ask: Partial<DeskAsk> = {}): Promise<DeskAnswer> {
    return askDesk({ url: this.receiver.url, token: this.receiver.token, body: bash, ...ask })
  }

  async end(): Promise<void> {
    await this.#receiver?.close()
    rmSync(this.home, { recursive: true })
  }
}
