/** A turn whose folder is kept as it is at its beginning and its end. */
export interface FollowedTurn {
  /** Resolves when the folder is kept as it was at the turn's beginning, or cannot be. Never rejects. */
  readonly begun: Promise<void>
  /** The turn is over: the folder is kept as it is now, without keeping anybody waiting. */
  end(): void
}

/** Which turn, and where it works; `askedBy` and `reads` as TurnContext has them. */
export interface TurnToFollow {
  readonly sessionId: string
  readonly cwd: string
  readonly turnNumber: number
  readonly askedBy?: object
  readonly reads?: boolean
  /** The turn's own end: what is still being kept of its beginning is given up. Absent: it has none. */
  readonly signal?: AbortSignal
}

/** Keeps folders for undo. */
export interface TurnFollower {
  /** Begins to follow a turn. A child's turn and a review are not followed: the one is its parent's, the other changes nothing. */
  follow(turn: TurnToFollow): FollowedTurn
}
