import { PreimageStore, type PreimageOptions } from './preimage-store'

/** Keeps what runs write over in a home; what killed engines left there is mended first, as soon as `cleared` settles. */
export function createPreimages(
  options: Omit<PreimageOptions, 'cleared'>,
  cleared: Promise<void>,
): PreimageStore {
  const left = new PreimageStore(options)
  return new PreimageStore({ ...options, cleared: cleared.then(() => left.clearLeft()) })
}
