/** What one rehearsal may take: time, bytes on disk, and entries made or removed. */
export interface RehearsalBounds {
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly maxEntries: number
}

/** `[rehearsal]` of config.toml. */
export interface ConfiguredBounds {
  readonly timeout_ms?: number | undefined
  readonly max_mb?: number | undefined
  readonly max_entries?: number | undefined
}

/** The bounds as configured; what that leaves out is 10 s, 1 GB and 100,000 entries. */
export function rehearsalBounds(configured: ConfiguredBounds | undefined): RehearsalBounds {
  return {
    timeoutMs: configured?.timeout_ms ?? 10_000,
    maxBytes: (configured?.max_mb ?? 1_000) * 1_000_000,
    maxEntries: configured?.max_entries ?? 100_000,
  }
}
