import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8 from optimising WebAssembly in this process. The shell grammar's lexer is one function so large that
 * optimising it takes 700 MB for a second, which it never earns back: a parse takes a fraction of a millisecond either
 * way (decision 036). To be called first in an entry: the compile cache only gives back what was made under the same flags.
 */
export function keepWasmBaseline(): void {
  // Both, or else the first only moves the work to another moment.
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}
