import { formatDate } from "../model/Dates.ts"

/** A date in words. `date` is ISO 8601 in UTC. */
export const DateText = ({ date }: { readonly date: string }) => <time dateTime={date}>{formatDate(date)}</time>
