// Read from:
// - https://developer.apple.com/documentation/network/nwpathmonitor
// - https://developer.apple.com/documentation/network/nwpath

@available(iOS 12.0, *) public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }
    public var status: NWPath.Status { fatalError() }
}

@available(iOS 12.0, *) public final class NWPathMonitor: Sendable {
    public init() { fatalError() }
}

@available(iOS 17.0, *) extension NWPathMonitor: AsyncSequence {
    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async -> NWPath? { fatalError() }
    }
    public func makeAsyncIterator() -> NWPathMonitor.Iterator { fatalError() }
}
