/// What ``MultipartParser`` has found. A part is `partBegan`, any number of `partBytes`, `partEnded`.
public enum MultipartEvent {
    case partBegan(MultipartPartHead)
    /// Some more of the part's data, never empty. Only valid inside the call that hands it over: the bytes belong to
    /// the buffer that was fed or to the parser.
    case partBytes(UnsafeRawBufferPointer)
    case partEnded
    /// The last event, when all is read. `closed` tells whether the closing delimiter was there: some apps never send
    /// one (API.md, “Multipart, as apps really send it”), but a body that was cut off has none either, and only the
    /// transport knows which it was.
    case ended(closed: Bool)
}
