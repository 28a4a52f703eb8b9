import type { LocalServer } from '@shared/domain/model-listing'
import type { ModelPreset } from '@shared/domain/model-presets'
import { modelIds } from './model-ids'

/** A server on the same machine answers at once or is not there. */
const probeMs = 300
const maxBytes = 1_000_000

/**
 * Asks the usual ports of this machine for their models, all at the same time, 300 ms at most. Only loopback addresses
 * are asked, redirects are not followed, no key is sent; what does not answer as a model server does is none.
 */
export async function findLocalServers(presets: readonly ModelPreset[]): Promise<LocalServer[]> {
  const found = await Promise.all(presets.filter(isOnLoopback).map(probe))
  return found.filter((server) => server !== undefined)
}

function isOnLoopback({ base_url }: ModelPreset): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(base_url).hostname)
}

async function probe({ id, name, base_url }: ModelPreset): Promise<LocalServer | undefined> {
  try {
    const response = await fetch(`${base_url}/models`, {
      redirect: 'error',
      signal: AbortSignal.timeout(probeMs),
      headers: { accept: 'application/json', 'user-agent': 'countersign' },
    })
    const models = response.ok ? modelIds(JSON.parse(await boundedText(response))) : undefined
    return models && { provider: id, name, address: new URL(base_url).host, models }
  } catch (error) {
    // Nothing there, too slow, or no JSON: no model server.
    if (error instanceof Error) return undefined
    throw error
  }
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > maxBytes) throw new Error('the answer is too long')
  }
  return text
}
