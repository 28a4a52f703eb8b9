import { join } from 'node:path'
import { PreimageStore, type UndoBudget } from '../../../src/main/adapters/preimages/preimage-store'

/** A store of pre-images below a folder, and what it complained of. */
export function storeIn(
  base: string,
  budget: UndoBudget = { bytes: 64 * 1024 * 1024, ageMs: 86_400_000 },
): { readonly store: PreimageStore; readonly problems: unknown[] } {
  const problems: unknown[] = []
  let count = 0
  const store = new PreimageStore({
    home: join(base, 'state'),
    budget: () => budget,
    ids: { next: () => `${String(process.pid)}-${String(Date.now())}-${String((count += 1))}` },
    log: { error: (text, error) => problems.push([text, error]) },
    now: () => Date.now(),
  })
  return { store, problems }
}
