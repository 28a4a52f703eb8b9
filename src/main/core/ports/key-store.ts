/**
 * Keys for model servers, by the environment variable that would hold them; the environment goes before the store.
 * `read` gives undefined for one that is not stored or cannot be read. `save` and `remove` resolve when it is on file
 * and throw FaultError `store-failed`: a key that cannot be kept safely is not kept. `place` says in words where a saved
 * key lies.
 */
export interface KeyStore {
  readonly place: string
  read(variable: string): string | undefined
  save(variable: string, key: string): Promise<void>
  remove(variable: string): Promise<void>
}

/**
 * The system's keyring, as the desktop has one. `seal` rejects with FaultError `store-failed` where it would not really
 * encrypt; `open` resolves with undefined for what this keyring cannot open.
 */
export interface KeySeal {
  readonly place: string
  seal(key: string): Promise<string>
  open(sealed: string): Promise<string | undefined>
}
