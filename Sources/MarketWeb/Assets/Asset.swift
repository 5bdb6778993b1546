/// One file that browsers load beside the pages: style, script, drawing or icon.
public struct Asset: Sendable {
    /// The last part of its address, `app.css`.
    public let name: String
    public let mediaType: String
    public let bytes: [UInt8]
}
