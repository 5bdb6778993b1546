import MarketCore
import SharedPortContract
import Testing

@Suite("The contract of what servers share, in one process")
struct SharedPortTests {
    @Test(arguments: SharedPortCheck.all)
    func keepsTheContract(_ check: SharedPortCheck) async throws {
        try await check.run { InProcessPorts(clock: $0) }
    }
}
