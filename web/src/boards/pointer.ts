// Pointer coordinates in SVG drawings.

/** A point in SVG coordinates. */
export interface SvgPoint {
  x: number;
  y: number;
}

/** Converts the pointer's position to SVG coordinates; null if the drawing is not rendered. */
export function pointerPosition(event: PointerEvent, svg: SVGSVGElement | undefined): SvgPoint | null {
  const matrix = svg?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x, y };
}
