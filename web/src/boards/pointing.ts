// Where a pointer is on a drawing.

/** A point of a drawing. */
export interface Point {
  x: number;
  y: number;
}

/** The point of the drawing under a pointer; none while it is not on the screen. */
export function pointUnder(event: PointerEvent, svg: SVGSVGElement | undefined): Point | null {
  const matrix = svg?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x, y };
}
