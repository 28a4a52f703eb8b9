/** Where the secret is kept in the storage of the origin. */
export const secretKey = 'countersign.bridge-secret'
const form = /^[\w-]{20,200}$/

/** This origin's secret for the bridge, the same in every tab. */
export interface KeptSecret {
  /** The secret as last kept, by whichever tab; undefined when there is none or it has another form. */
  kept(): string | undefined
  keep(secret: string): void
}

/**
 * Keeps the secret in the storage of this origin, which unlike a cookie no other port of the address is shown. Where
 * storage is switched off it stays in memory: then a reload needs a new link.
 */
export function keepSecretIn(storage: () => Storage): KeptSecret {
  let inMemory: string | undefined
  return {
    kept() {
      try {
        const secret = storage().getItem(secretKey) ?? inMemory
        return secret !== undefined && form.test(secret) ? secret : undefined
      } catch {
        return inMemory // storage is switched off
      }
    },
    keep(secret) {
      inMemory = secret
      try {
        storage().setItem(secretKey, secret)
      } catch {
        // Storage is full or switched off: this tab still knows it.
      }
    },
  }
}
