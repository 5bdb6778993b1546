import Foundation
import MarketCore
import Synchronization
import Testing

@testable import MarketSecrets

@Suite(.timeLimit(.minutes(30))) struct Argon2SecretHasherTests {
    @Test func rightSecretIsAcceptedAndWrongOneRefused() async throws {
        let hasher = try Argon2SecretHasher(cost: .minimal)
        for secret in ["x", "비밀번호🔑", "null\0inside", String(repeating: "s", count: 128)] {
            let hash = try await hasher.hash(secret)
            #expect(try await hasher.verify(secret, against: hash))
            #expect(try await !hasher.verify(secret + "x", against: hash))
            #expect(try await !hasher.verify(String(secret.dropLast()), against: hash))
        }
    }

    @Test func textBehindANulCounts() async throws {
        let hasher = try Argon2SecretHasher(cost: .minimal)
        let hash = try await hasher.hash("null\0inside")
        #expect(try await !hasher.verify("null", against: hash))
        #expect(try await !hasher.verify("null\0beside", against: hash))
    }

    @Test func usualCostIsTheOneThatWasPromised() async throws {
        let hash = try await Argon2SecretHasher().hash("secret")
        #expect(hash.rawValue.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test func equalSecretsHaveDifferentHashes() async throws {
        let hasher = try Argon2SecretHasher(cost: .minimal)
        #expect(try await hasher.hash("secret") != hasher.hash("secret"))
    }

    @Test func hashOfAnotherCostIsStillVerified() async throws {
        let hash = try await Argon2SecretHasher(cost: Argon2Cost(passes: 3, memory: 64 << 10)).hash("secret")
        #expect(try await Argon2SecretHasher(cost: .minimal).verify("secret", against: hash))
    }

    @Test(arguments: [
        "", "secret", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$short",
        "$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8A",
        "$2b$12$abcdefghijklmnopqrstuv", String(repeating: "$", count: 5000),
    ])
    func corruptHashIsAFailureAndNoRefusal(text: String) async throws {
        let hasher = try Argon2SecretHasher(cost: .minimal)
        await #expect {
            try await hasher.verify("secret", against: SecretHash(rawValue: text))
        } throws: {
            isFailure($0)
        }
    }

    @Test func hashThatWasCutIsAFailure() async throws {
        let hasher = try Argon2SecretHasher(cost: .minimal)
        let text = try await hasher.hash("secret").rawValue
        for count in [text.count - 3, text.count / 2, 30] {
            await #expect {
                try await hasher.verify("secret", against: SecretHash(rawValue: String(text.prefix(count))))
            } throws: {
                isFailure($0)
            }
        }
    }

    @Test func impossibleCostIsAFailure() async throws {
        let hasher = try Argon2SecretHasher(cost: Argon2Cost(passes: 1, memory: 1))
        await #expect {
            try await hasher.hash("secret")
        } throws: {
            isFailure($0)
        }
    }

    /// Both cost a full hash. Measures the CPU time of this thread, which a busy machine hardly affects; an early
    /// return would be a hundred times faster.
    @Test func wrongSecretTakesAsLongAsTheRightOne() throws {
        let hash = try Argon2.hash("secret", cost: Argon2Cost(passes: 2, memory: 4 << 20)).get()
        var times: [String: Int] = [:]
        for _ in 0..<20 {
            for secret in ["secret", "Secret"] {
                let start = processorTime()
                _ = try Argon2.verify(secret, against: hash).get()
                times[secret] = min(times[secret] ?? .max, processorTime() - start)
            }
        }
        let (right, wrong) = (try #require(times["secret"]), try #require(times["Secret"]))
        #expect(wrong * 3 > right && right * 3 > wrong, "\(right) ns against \(wrong) ns")
    }

    private func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    @Test func floodIsAnsweredBusyAndTheRestIsServed() async throws {
        let hasher = try Argon2SecretHasher(cost: .minimal, concurrency: 1, waitingLimit: 1)
        // Keeps the one thread busy for as long as the test wants, however fast or loaded the machine is.
        let gate = Gate()
        let running = Task {
            try await hasher.executor.run {
                gate.wait()
            }
        }
        while hasher.load.running < 1 { await Task.yield() }
        let waiting = Task { try await hasher.hash("secret") }
        while hasher.load.waiting < 1 { await Task.yield() }
        await #expect(throws: MarketError.busy) { try await hasher.hash("secret") }
        waiting.cancel()
        await #expect {
            try await waiting.value
        } throws: {
            isFailure($0)
        }
        let served = Task { try await hasher.hash("secret") }
        gate.open()
        try await running.value
        #expect(try await served.value.rawValue.hasPrefix("$argon2id$"))
    }

    private func isFailure(_ error: any Error) -> Bool {
        guard case MarketError.unavailable = error else { return false }
        return true
    }
}

/// Blocks a thread until it is opened.
private final class Gate: Sendable {
    private let condition = NSCondition()
    private let isOpen = Mutex(false)

    func wait() {
        condition.lock()
        while !isOpen.withLock({ $0 }) { condition.wait() }
        condition.unlock()
    }

    func open() {
        condition.lock()
        isOpen.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
    }
}
