export const EVENT_STATES = ['draft', 'published', 'cancelled'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** 'HH:mm' in London. */
export type Break = { start: string; end: string }
