internal import CWorkerProcess

/// What is sent between the server and its workers: elements in native byte order.
extension Array where Element: BitwiseCopyable {
    /// Sends the elements.
    ///
    /// - Parameter descriptor: the descriptor of a file that is sent along, or -1 for none.
    /// - Returns: an error number, or 0.
    func send(to socket: Int32, _ descriptor: Int32 = -1, deadline: Int64 = .max) -> Int32 {
        withUnsafeBytes { market_worker_send(socket, $0.baseAddress, $0.count, descriptor, deadline) }
    }

    /// Receives as many elements as there are.
    ///
    /// - Parameter descriptor: where the descriptor of a file is put that was sent along.
    /// - Returns: an error number, or 0.
    mutating func receive(
        from socket: Int32,
        _ descriptor: UnsafeMutablePointer<Int32>? = nil,
        deadline: Int64 = .max
    ) -> Int32 {
        withUnsafeMutableBytes { market_worker_receive(socket, $0.baseAddress, $0.count, descriptor, deadline) }
    }
}
