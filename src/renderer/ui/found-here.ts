import { createContext, useContext } from 'react'

/** Whether what a person looked for stands in the item around: what is folded there opens. */
export const FoundHere = createContext(false)

export const useFoundHere = (): boolean => useContext(FoundHere)
