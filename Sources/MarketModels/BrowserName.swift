/// What a browser says that it is, from its `User-Agent`, by which people recognize theirs.
public struct BrowserName: Hashable, Sendable {
    /// The program: `Chrome`. Nil if it isn't known.
    public let application: String?
    /// What it runs on: `Android`. Nil if it isn't known.
    public let system: String?

    public init(application: String? = nil, system: String? = nil) {
        self.application = application
        self.system = system
    }
}
