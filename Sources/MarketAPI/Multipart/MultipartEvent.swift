/// An event of ``MultipartParser``. Each part is a `partBegan`, any number of `partBytes`, and a `partEnded`.
public enum MultipartEvent {
    /// A part begins, with its header.
    case partBegan(MultipartPartHead)
    /// A chunk of the part's data, never empty. It is valid only during the call, because the bytes belong to the input
    /// buffer or to the parser.
    case partBytes(UnsafeRawBufferPointer)
    case partEnded
    /// The last event. `closed` says whether the closing delimiter was present. Some apps never send one (API.md,
    /// “Multipart, as apps really send it”), but a truncated body has none either; only the transport can distinguish
    /// the two.
    case ended(closed: Bool)
}
