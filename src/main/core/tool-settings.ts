/** Looks at what tools outside the sandbox run, or do as it says, in a session's folder. */
export interface ToolSettings {
  /**
   * Begins to follow them, and keeps nobody waiting. What is returned says which were made, changed or removed since, as
   * sorted paths from the folder; it never rejects, and what cannot be looked at is left out.
   */
  follow(folder: string): () => Promise<readonly string[]>
}
