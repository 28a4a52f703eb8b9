import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHookGatewayFile } from '../../../src/main/adapters/hook-gateway-file/hook-gateway-file'
import type { Verdict } from '../../../src/main/core/hook-gateway/hook-answer'
import type { HookAsk } from '../../../src/main/core/hook-gateway/hook-body'
import { openReceiver, type Receiver } from '../../../src/main/hosts/hook-gateway/receiver'
import { hookBody } from '../../fakes/agent-hooks'
import { askHookGateway, type HookGatewayAnswer, type HookGatewayAsk } from '../../fakes/hook-gateway-client'
import { createFakeLog } from '../../fakes/fake-engine'

/** A recorded request of Claude Code, and the answer that lets it run. */
export const bash = hookBody('claude', 'PermissionRequest', 'Bash')
export const allowed =
  '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'

/** Resolves as soon as it holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (; !holds();) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A hook gateway in a home of its own, with the test in the place of the person: it answers by `answering`. */
export class TriedHookGateway {
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
      hookGateway: {
        ask: (ask, signal) => {
          this.asked.push(ask)
          return this.answering(ask, signal)
        },
      },
      ...{ file: createHookGatewayFile(this.home), log: createFakeLog(), arrivingMs },
    })
  }

  send(ask: Partial<HookGatewayAsk> = {}): Promise<HookGatewayAnswer> {
    return askHookGateway({ url: this.receiver.url, token: this.receiver.token, body: bash, ...ask })
  }

  async end(): Promise<void> {
    await this.#receiver?.close()
    rmSync(this.home, { recursive: true })
  }
}
