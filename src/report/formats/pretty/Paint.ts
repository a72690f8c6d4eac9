import { styleText } from "node:util"

export type Style = "red" | "yellow" | "green" | "bold" | "cyan" | "dim"

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

/** How a report for a terminal is drawn. */
export interface Canvas {
  readonly colour: boolean
  readonly paint: Paint
  /** In columns; `undefined` if lines are not wrapped. */
  readonly width: number | undefined
}

export const makeCanvas = (colour: boolean, width: number | undefined): Canvas => ({
  colour,
  width,
  paint: (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
})
