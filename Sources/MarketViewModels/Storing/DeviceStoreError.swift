/// The errors of a store on the device.
public enum DeviceStoreError: Error, Hashable, Sendable {
    /// The store holds as many entries as it may, and the new one was not added.
    case limitReached(maximum: Int)
    /// The store can't be read or written, for example because the device is out of space. The text is for logs.
    case unusable(String)
}
