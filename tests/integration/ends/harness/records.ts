import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppServerHome } from '../../../fakes/app-server-home'

/** The states that the record gives an approval, in order. */
export function approvals(home: AppServerHome): string[] {
  const folder = join(home.base, 'sessions')
  const records = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )
  const lines = records.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  return lines
    .filter((line) => /"type":"approval\.(?:requested|resolved)"/.test(line))
    .map((line) => (JSON.parse(line) as { payload: { request: { state: string } } }).payload.request.state)
}
