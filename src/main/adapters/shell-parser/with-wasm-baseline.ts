import { setFlagsFromString } from 'node:v8'

/**
 * Does `work` while V8 optimises no WebAssembly. The shell grammar's lexer is one function so large that optimising it takes 700 MB for a second,
 * which it never earns back: a parse takes a fraction of a millisecond either way (decision 036). Only meanwhile, since V8 takes no code from a
 * cache that was made under other flags, that of Node's own modules included.
 */
export function withWasmBaseline<Result>(work: () => Result): Result {
  // Both, or else the first only moves the work to another moment.
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
  try {
    return work()
  } finally {
    setFlagsFromString('--wasm-tier-up')
    setFlagsFromString('--wasm-dynamic-tiering')
  }
}
