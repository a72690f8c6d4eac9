/** A date in words, such as `10 February 2025`, in UTC like all dates of releases. */
export const formatDate = (date: string): string => dateFormat.format(Date.parse(date))

const dateFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC"
})
