/** A file of records, as the build makes a module of it (scripts/toml-modules.mjs). */
declare module '*.toml' {
  import type { WrittenRecord } from '@shared/domain/program-record'
  export const program: readonly WrittenRecord[]
}
