// The piece under the pointer or the focus: what is folded on its token lies open above the others.

export const opened: { piece: string | undefined } = $state({ piece: undefined })
