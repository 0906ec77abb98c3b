import Foundation

#if os(Linux)
    import CSchedules
#endif

// Runs parts of the library in random orders of all their steps, each of which is a function of a seed.
#if os(Linux)
    schedules_restart_reproducibly(CommandLine.unsafeArgv)
    do {
        let options = try Options(CommandLine.arguments.dropFirst())
        exit(Search(Scheduler()).run(options) ? 0 : 1)
    } catch {
        print(error)
        exit(2)
    }
#else
    print("Schedules needs Linux.")
    exit(2)
#endif
