//! Seccomp: blocks system calls that submissions do not need but attackers might use.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

/// Rules by system call number. An empty list blocks the call for all arguments.
type SyscallRules = BTreeMap<i64, Vec<SeccompRule>>;

pub(crate) fn restrict(is_innermost: bool) -> io::Result<Result<String, String>> {
    let Ok(arch) = TargetArch::try_from(std::env::consts::ARCH) else {
        return Ok(Err(format!("not supported on {}", std::env::consts::ARCH)));
    };
    // If a call seems to be absent, programs use an older call, which the second filter can inspect.
    let absent = absent_calls().iter().map(|call| (*call, Vec::new())).collect();
    for (rules, errno) in [(absent, libc::ENOSYS), (forbidden_calls(is_innermost)?, libc::EPERM)] {
        let filter = compile_filter(rules, errno, arch).map_err(io::Error::other)?;
        match apply_filter(&filter) {
            Ok(()) => {}
            Err(seccompiler::Error::Seccomp(error) | seccompiler::Error::Prctl(error))
                if error.raw_os_error() == Some(libc::EINVAL) =>
            {
                return Ok(Err("the kernel does not support seccomp filters".to_owned()));
            }
            Err(error) => return Err(io::Error::other(error)),
        }
    }
    Ok(Ok("filters".to_owned()))
}

fn compile_filter(
    rules: SyscallRules,
    errno: libc::c_int,
    arch: TargetArch,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let errno = SeccompAction::Errno(errno.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, errno, arch)?.try_into()
}

fn absent_calls() -> &'static [i64] {
    &[
        libc::SYS_clone3,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
    ]
}

/// The system calls that neither a worker nor a compiler needs.
const ALWAYS: &[i64] = &[
    // The network and all sockets, except socket pairs within the process.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // Access to other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_bpf,
    // Keyrings.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Mounts and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    // Access to files without a path, and programs without a file.
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_memfd_create,
    libc::SYS_fanotify_init,
    // Memory and messages shared with the user's other processes.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    // Control of the machine.
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_syslog,
    libc::SYS_personality,
];

/// `ioctl` requests that simulate input in a terminal.
/// These are `TIOCSTI` and `TIOCLINUX`, which can insert text into a shell's input.
const TYPING: [u64; 2] = [0x5412, 0x541C];

/// `clone` flags that create namespaces.
const NAMESPACES: [libc::c_int; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

fn forbidden_calls(is_innermost: bool) -> io::Result<SyscallRules> {
    use SeccompCmpOp::{Eq, MaskedEq, Ne};

    let mut rules: SyscallRules = ALWAYS.iter().map(|call| (*call, Vec::new())).collect();
    let mut add = |call: i64, argument: u8, op: SeccompCmpOp, value: u64| -> io::Result<()> {
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, op, value);
        let rule = condition
            .and_then(|condition| SeccompRule::new(vec![condition]))
            .map_err(io::Error::other)?;
        rules.entry(call).or_default().push(rule);
        Ok(())
    };
    for flag in NAMESPACES.map(|flag| u64::from(flag.unsigned_abs())) {
        add(libc::SYS_clone, 0, MaskedEq(flag), flag)?;
    }
    for request in TYPING {
        add(libc::SYS_ioctl, 1, Eq, request)?;
    }
    // A socket pair is harmless, and Rust's standard library needs one to start programs.
    add(libc::SYS_socketpair, 0, Ne, u64::from(libc::AF_UNIX.unsigned_abs()))?;
    if is_innermost {
        for call in [
            // A worker needs these calls to put compilers into a process sandbox of their own.
            libc::SYS_setrlimit,
            libc::SYS_seccomp,
            // If a process could leave its session, we could not kill it along with the others.
            libc::SYS_setsid,
            libc::SYS_setpgid,
        ] {
            rules.insert(call, Vec::new());
        }
    }
    Ok(rules)
}
